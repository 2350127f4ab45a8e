import { REBINDING } from './ssrf-names';

/** Hosts that are an address inside, or might be taken for one. */
const HOSTS = [
  // Loopback: dotted, decimal, octal, hexadecimal, shortened, and mixed.
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.127.127.127',
    '127.255.255.254',
    '2130706433',
    '017700000001',
    '0x7f000001',
  ],
  ...['0177.0.0.1', '0177.0.0.01', '0x7f.0.0.1', '0x7f.0x0.0x0.0x1', '0X7F.0.0.1', '0x7f.1', '0177.1', '127.0x0.00.1'],
  ...['00000177.0.0.1', '0x0000007f.0.0.1', '127.0.0.1.', '127.0.0.1..', '0', '0.0.0.0', '0x0', '00.0.0.0', '0.0'],
  ...['4294967297', '0x17f000001', '127.0.0.257', '127.0.0.1.1', '256.256.256.256', '1.1.1.1.1'],
  // Other digits, other dots, and what normalisation makes of them.
  ...[
    '①②⑦.⓪.⓪.①',
    '１２７．０．０．１',
    '127。0。0。1',
    '127．0．0．1',
    '127｡0｡0｡1',
    '𝟏𝟐𝟕.𝟎.𝟎.𝟏',
    '١٢٧.٠.٠.١',
    '१२७.०.०.१',
  ],
  ...[
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'ｌｏｃａｌｈｏｓｔ',
    'locaLhost',
    'localhost\u00ad',
    '127.0.0.1\u200b',
    'loc\u200dalhost',
    '127\u3002\u0030.0.1',
  ],
  // Names of this machine.
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost.localdomain',
    'ip6-localhost',
    'foo.localhost',
    'a.b.localhost',
  ],
  // IPv6: written out, mapped, compatible, translated, with a zone.
  ...[
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::0001]',
    '[::]',
    '[0::0]',
    '[::ffff:127.0.0.1]',
  ],
  ...[
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::FFFF:127.0.0.1]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:0:127.0.0.1]',
  ],
  ...[
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[::1%25lo]',
    '[::1%lo]',
  ],
  ...[
    '[fe80::1]',
    '[fe80::1%25eth0]',
    '[fe80::1%eth0]',
    '[febf::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00::1]',
    '[fdff:ffff::1]',
    '[ff02::1]',
  ],
  ...[
    '[ff0e::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[4000::1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
  ],
  ...['[v1.127.0.0.1]', '[127.0.0.1]', '[::1', '::1', '0:0:0:0:0:0:0:1', '[::1]]', '[[::1]]'],
  // Private networks.
  ...[
    '10.0.0.1',
    '10.255.255.255',
    '012.0.0.1',
    '0xa.0.0.1',
    '167772161',
    '10.1',
    '172.16.0.1',
    '172.31.255.255',
    '0254.020.0.1',
  ],
  ...[
    '192.168.0.1',
    '192.168.1.1',
    '192.168.257',
    '0300.0250.0.1',
    '3232235521',
    '0xc0a80001',
    '192.0.0.1',
    '192.0.0.192',
  ],
  ...[
    '100.64.0.1',
    '100.127.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
  ],
  ...['224.0.0.1', '239.255.255.250', '255.255.255.255', '0.1.2.3', '0.255.255.255'],
  // Metadata services of clouds.
  ...[
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '025177524776',
    '0xa9.0xfe.0xa9.0xfe',
    '169.254.43518',
  ],
  ...[
    '169.16689662',
    '169.254.169.254.',
    '１６９．２５４．１６９．２５４',
    '[::ffff:a9fe:a9fe]',
    '[fd00:ec2::254]',
    '169.254.170.2',
    '169.254.170.23',
  ],
  ...['100.100.100.200', '168.63.129.16', '192.0.0.192', 'metadata', 'metadata.google.internal', 'instance-data'],
  // Written so that a reader and a parser disagree.
  ...[
    '%31%32%37.0.0.1',
    '127%2e0%2e0%2e1',
    '%6c%6f%63%61%6c%68%6f%73%74',
    '127.0.0.1%00.example.com',
    '127.0.0.1%09',
    '127.0.0.1%20',
  ],
  ...[
    'localhost%00',
    'example.com%00@127.0.0.1',
    '127.0.0.1#',
    '127.0.0.1;',
    '127.0.0.1|',
    '127.0.0.1^',
    '{127.0.0.1}',
    '<127.0.0.1>',
  ],
];

/** Whole URLs; `$P` is the port of the listener. */
const URLS = [
  // Somebody before the @, something after the #.
  ...['http://example.com@127.0.0.1:$P/', 'http://example.com:80@127.0.0.1:$P/', 'http://127.0.0.1:$P@example.com/'],
  ...['http://example.com#@127.0.0.1:$P/', 'http://127.0.0.1:$P#@example.com/', 'http://example.com?@127.0.0.1:$P/'],
  ...[
    'http://@127.0.0.1:$P/',
    'http://:@127.0.0.1:$P/',
    'http://a:b@c@127.0.0.1:$P/',
    'http://example.com%40127.0.0.1:$P/',
  ],
  // Slashes, backslashes, and none.
  ...[
    'http:\\\\127.0.0.1:$P\\',
    'http:/127.0.0.1:$P/',
    'http:127.0.0.1:$P/',
    'http:///127.0.0.1:$P/',
    'http:////127.0.0.1:$P/',
  ],
  ...[
    'http://example.com\\@127.0.0.1:$P/',
    'http://127.0.0.1:$P\\@example.com/',
    'http:\\/\\/127.0.0.1:$P',
    '//127.0.0.1:$P/',
    '/\\127.0.0.1:$P/',
  ],
  // White space and line ends.
  ...[
    ' http://127.0.0.1:$P/',
    'http://127.0.0.1:$P/ ',
    'http://127.0.\t0.1:$P/',
    'http://127.0.0.1:$P/\r\nX: 1',
    'ht\ntp://127.0.0.1:$P/',
  ],
  ...[
    '\u0000http://127.0.0.1:$P/',
    'http://127.0.0.1\u0000:$P/',
    'http://\u2028127.0.0.1:$P/',
    '\ufeffhttp://127.0.0.1:$P/',
  ],
  // Ports.
  ...[
    'http://127.0.0.1:0$P/',
    'http://127.0.0.1:+$P/',
    'http://127.0.0.1:$P.0/',
    'http://127.0.0.1:65536/',
    'http://127.0.0.1:-1/',
    'http://127.0.0.1:/',
  ],
  ...['https://127.0.0.1:22/', 'http://127.0.0.1:6379/', 'http://127.0.0.1:25/', 'http://127.0.0.1:11211/'],
  // Schemes.
  ...[
    'file:///etc/passwd',
    'file://127.0.0.1/etc/passwd',
    'ftp://127.0.0.1:$P/',
    'gopher://127.0.0.1:$P/_x',
    'dict://127.0.0.1:$P/',
    'ldap://127.0.0.1:$P/',
  ],
  ...[
    'data:text/plain,x',
    'javascript:alert(1)',
    'jar:http://127.0.0.1:$P!/',
    'ws://127.0.0.1:$P/',
    'unix:/var/run/docker.sock',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  ],
  ...[
    'HTTP://127.0.0.1:$P/',
    'hTTps://127.0.0.1:$P/',
    'view-source:http://127.0.0.1:$P/',
    'blob:http://127.0.0.1:$P/',
    'about:blank',
    'http2://127.0.0.1:$P/',
  ],
  // Metadata, as it is asked for.
  ...[
    'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
    'http://metadata.google.internal/computeMetadata/v1/',
  ],
  ...[
    'http://169.254.169.254/metadata/instance?api-version=2021-02-01',
    'http://[fd00:ec2::254]/latest/api/token',
    'http://169.254.170.2/v2/credentials/',
  ],
];

/** Every URL that must lead nowhere inside. */
export function ssrfUrls(listenerPort: number): readonly string[] {
  const hosts = [...HOSTS, ...Object.keys(REBINDING)].flatMap((host) => [
    `http://${host}:${listenerPort}/`,
    // Only some over TLS too: what differs is the connection, not the host.
    ...(host.length % 5 === 0 || host in REBINDING ? [`https://${host}:${listenerPort}/`] : []),
  ]);
  return [...new Set([...hosts, ...URLS.map((url) => url.replaceAll('$P', String(listenerPort)))])];
}
