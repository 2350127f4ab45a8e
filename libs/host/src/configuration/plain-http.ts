import { BlockList, isIP } from 'node:net';
import type { Values } from './variables';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Networks that are nobody's on the internet: of one machine, one site or one provider. */
const INSIDE = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  INSIDE.addSubnet(network, prefix, 'ipv4');
}
INSIDE.addSubnet('fc00::', 7, 'ipv6');
INSIDE.addSubnet('fe80::', 10, 'ipv6');

/** Names that public DNS does not have: of one word, and below these domains. */
const INSIDE_NAME = /^[^.]+$|\.(?:internal|local|localhost|svc|lan|home\.arpa)$/i;

const TAKES = 'https://; http:// only to an address or a name of your own network';

/** Whether a host, as `HOST` or a URL has it, is this machine. */
export function isLoopback(host: string): boolean {
  const address = withoutBrackets(host);
  return address.toLowerCase() === 'localhost' || isIn(LOOPBACK, address);
}

/** Requests that anybody on the way could read and answer: what they say decides whether money moves. */
export function plainHttpIn(values: Values): string[] {
  const { chains, chainNetwork } = values;
  if (chains === 'local' || chainNetwork === 'local') return [];
  const vendors = [
    ['SCREENING_URL', values.screeningUrl === null ? [] : [values.screeningUrl.url]],
    ['CHAINALYSIS_URL', [values.chainalysisUrl.url]],
    ['TRM_URL', [values.trmUrl.url]],
  ] as const;
  const endpoints = [
    ['BASE_RPC_URLS', values.baseRpcUrls ?? []],
    ['ETHEREUM_RPC_URLS', values.ethereumRpcUrls ?? []],
    ['SOLANA_RPC_URLS', values.solanaRpcUrls ?? []],
  ] as const;
  return [...vendors, ...(chainNetwork === 'mainnet' ? endpoints : [])]
    .filter(([, urls]) => urls.some(isPlainAndPublic))
    .map(([name]) => `${name}: got http:// to a public host, takes ${TAKES}`);
}

function isPlainAndPublic(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  if (protocol !== 'http:') return false;
  const host = withoutBrackets(hostname);
  const isInside = isIP(host) === 0 ? INSIDE_NAME.test(host) : isIn(INSIDE, host) || isIn(LOOPBACK, host);
  return !isInside;
}

function isIn(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

function withoutBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}
