import type { DnsScript } from './scripted-network';

/** Where a public name may lead. Nothing is ever sent there: see `ScriptedNetwork`. */
export const PUBLIC_ADDRESSES = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'] as const;
const [PUBLIC] = PUBLIC_ADDRESSES;

/** Names that lead inside, at once or at a later look. */
export const REBINDING: DnsScript = {
  'loopback.ssrf.test': [['127.0.0.1']],
  'loopback-high.ssrf.test': [['127.255.255.254']],
  'loopback6.ssrf.test': [['::1']],
  'mapped.ssrf.test': [['::ffff:127.0.0.1']],
  'mapped-hex.ssrf.test': [['::ffff:7f00:1']],
  'private10.ssrf.test': [['10.0.0.1']],
  'private172.ssrf.test': [['172.31.255.255']],
  'private192.ssrf.test': [['192.168.1.1']],
  'metadata.ssrf.test': [['169.254.169.254']],
  'metadata6.ssrf.test': [['fd00:ec2::254']],
  'alibaba.ssrf.test': [['100.100.100.200']],
  'azure.ssrf.test': [['168.63.129.16']],
  'unspecified.ssrf.test': [['0.0.0.0']],
  'unspecified6.ssrf.test': [['::']],
  'nat64.ssrf.test': [['64:ff9b::7f00:1']],
  '6to4.ssrf.test': [['2002:7f00:1::']],
  'teredo.ssrf.test': [['2001:0:7f00:1::']],
  'compatible.ssrf.test': [['::7f00:1']],
  'local6.ssrf.test': [['fe80::1']],
  'site6.ssrf.test': [['fec0::1']],
  'unique6.ssrf.test': [['fc00::1']],
  'multicast.ssrf.test': [['224.0.0.1']],
  'broadcast.ssrf.test': [['255.255.255.255']],
  'benchmark.ssrf.test': [['198.18.0.1']],
  'documentation.ssrf.test': [['192.0.2.1']],
  'public-first.ssrf.test': [[PUBLIC, '127.0.0.1']],
  'private-first.ssrf.test': [['127.0.0.1', PUBLIC]],
  'both-families.ssrf.test': [[PUBLIC, '::1']],
  'private-among-many.ssrf.test': [[PUBLIC, PUBLIC, PUBLIC, '10.0.0.1', PUBLIC]],
  // The answer changes between the look that is judged and the one that would be used.
  'rebinds.ssrf.test': [[PUBLIC], ['127.0.0.1']],
  'rebinds-twice.ssrf.test': [[PUBLIC], ['127.0.0.1'], [PUBLIC], ['127.0.0.1']],
  'rebinds-later.ssrf.test': [[PUBLIC], [PUBLIC], ['127.0.0.1']],
  'rebinds-to-metadata.ssrf.test': [[PUBLIC], ['169.254.169.254']],
  'rebinds-to-private.ssrf.test': [[PUBLIC], ['10.0.0.1']],
  'rebinds-to-6.ssrf.test': [[PUBLIC], ['::1']],
  'rebinds-from-6.ssrf.test': [[PUBLIC_ADDRESSES[1]], ['127.0.0.1']],
  'rebinds-to-both.ssrf.test': [[PUBLIC], [PUBLIC, '127.0.0.1']],
};
