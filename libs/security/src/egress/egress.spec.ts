import { refusedAddress } from './address-policy';
import { checkWebhookUrl } from './webhook-url';

describe('refusedAddress', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:a00:1', 'private'],
    ['100.64.0.1', 'carrierGradeNat'],
    ['100.100.100.200', 'carrierGradeNat'],
    ['169.254.169.254', 'linkLocal'],
    ['::ffff:169.254.169.254', 'linkLocal'],
    ['fe80::1', 'linkLocal'],
    ['fe80::1%eth0', 'linkLocal'],
    ['0.0.0.0', 'unspecified'],
    ['::', 'unspecified'],
    ['224.0.0.1', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['240.0.0.1', 'reserved'],
    ['192.0.0.192', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['168.63.129.16', 'internal'],
    ['fd00:ec2::254', 'uniqueLocal'],
    ['fec0::1', 'deprecatedSiteLocal'],
    ['64:ff9b::a9fe:a9fe', 'rfc6052'],
    ['64:ff9b:1::a00:1', 'rfc6052'],
    ['2002:a00:1::', '6to4'],
    ['2001::1', 'teredo'],
    ['not an address', 'invalid'],
    ['', 'invalid'],
  ])('%s is %s', (address, kind) => {
    expect(refusedAddress(address, 'none')).toBe(kind);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '::ffff:8.8.8.8', '2606:4700:4700::1111'])('%s is public', (address) => {
    expect(refusedAddress(address, 'none')).toBeNull();
  });

  it('lets loopback pass, and nothing else, where it is allowed (the sandbox default)', () => {
    expect(refusedAddress('127.0.0.1', 'loopback')).toBeNull();
    expect(refusedAddress('::1', 'loopback')).toBeNull();
    expect(refusedAddress('0.0.0.0', 'loopback')).toBe('unspecified');
    expect(refusedAddress('10.0.0.1', 'loopback')).toBe('private');
    expect(refusedAddress('169.254.169.254', 'loopback')).toBe('linkLocal');
  });

  it('lets everything pass where the operator allows all', () => {
    expect(refusedAddress('169.254.169.254', 'all')).toBeNull();
  });
});

describe('Webhook URLs', () => {
  const live = { livemode: true, allow: 'none', localChains: false } as const;
  const sandbox = { livemode: false, allow: 'loopback', localChains: false } as const;

  it('https for live keys, http too in the sandbox', () => {
    expect(checkWebhookUrl('https://example.com/hooks?a=1', live)).toBeNull();
    expect(checkWebhookUrl('http://example.com/hooks', live)).toBe('Use an https URL.');
    expect(checkWebhookUrl('http://example.com:8080/hooks', sandbox)).toBeNull();
    expect(checkWebhookUrl('https://sandbox.test/503/200', sandbox)).toBeNull();
    expect(checkWebhookUrl('https://sandbox.test/200', live)).toBe('sandbox.test is in the sandbox only.');
  });

  describe('http for live keys', () => {
    const LOOPBACK = ['http://127.0.0.1:4000/', 'http://127.1/', 'http://[::1]:4000/', 'http://localhost:4000/hooks'];
    const local = { livemode: true, allow: 'loopback', localChains: true } as const;

    it.each(LOOPBACK)('%s: on local chains, and only there', (url) => {
      expect(checkWebhookUrl(url, local)).toBeNull();
      expect(checkWebhookUrl(url, { ...local, allow: 'all' })).toBeNull();
      for (const allow of ['none', 'loopback', 'all'] as const) {
        expect(checkWebhookUrl(url, { ...local, allow, localChains: false })).toBe('Use an https URL.');
      }
    });

    it('http is allowed for live keys only where loopback is', () => {
      expect(checkWebhookUrl('http://127.0.0.1:4000/', { ...local, allow: 'none' })).toMatch(/loopback address/);
    });

    it.each([
      'http://example.com/',
      'http://10.0.0.1/',
      'http://8.8.8.8/',
      'http://0.0.0.0/',
      'http://169.254.169.254/',
      'http://localhost.example.com/',
      'http://127.0.0.1.example.com/',
      'ftp://127.0.0.1/',
    ])('%s: never', (url) => {
      for (const allow of ['none', 'loopback', 'all'] as const) {
        expect(checkWebhookUrl(url, { ...local, allow })).toMatch(/^Use an https URL/);
      }
    });
  });

  it('loopback may be named in the sandbox', () => {
    expect(checkWebhookUrl('http://127.0.0.1:9000/', sandbox)).toBeNull();
    expect(checkWebhookUrl('http://[::1]:9000/', sandbox)).toBeNull();
    expect(checkWebhookUrl('http://localhost:9000/', sandbox)).toBeNull();
  });

  it('names are checked when connecting, not here', () => {
    expect(checkWebhookUrl('https://localhost/', live)).toBeNull();
  });

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    'example.com',
    '',
    '/hooks',
    'https://',
    'https:///hooks',
    'https:example.com',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    ' https://example.com/',
    'https://exam\tple.com/',
    'https://example.com/a b',
    'https:\\\\example.com\\',
    'https://1.2.3.4.5/',
  ])('%j is refused', (url) => {
    expect(checkWebhookUrl(url, sandbox)).toEqual(expect.any(String));
  });

  it('one that is too long is refused', () => {
    expect(checkWebhookUrl(`https://example.com/${'a'.repeat(2_048)}`, sandbox)).toMatch(/at most 2048/);
  });

  it.each([
    ['dotted', 'https://127.0.0.1/'],
    ['decimal', 'https://2130706433/'],
    ['octal', 'https://0177.0.0.1/'],
    ['hexadecimal', 'https://0x7f.0.0.1/'],
    ['hexadecimal in one', 'https://0x7f000001/'],
    ['shortened', 'https://127.1/'],
    ['with other digits', 'https://①②⑦.0.0.1/'],
    ['IPv6', 'https://[::1]/'],
    ['IPv4-mapped', 'https://[::ffff:127.0.0.1]/'],
    ['IPv4-mapped in hexadecimal', 'https://[::ffff:7f00:1]/'],
    ['IPv6 written out', 'https://[0:0:0:0:0:0:0:1]/'],
    ['private', 'https://10.1.2.3/'],
    ['metadata', 'https://169.254.169.254/latest/meta-data/'],
    ['metadata, decimal', 'https://2852039166/'],
    ['unspecified', 'https://0/'],
    ['multicast', 'https://224.0.0.1/'],
    ['carrier-grade NAT', 'https://100.64.0.1/'],
    ['NAT64', 'https://[64:ff9b::7f00:1]/'],
  ])('a literal address is refused: %s', (_spelling, url) => {
    expect(checkWebhookUrl(url, live)).toMatch(/^The host is a \w+ address/);
  });
});
