import { listOf } from './parsers/list-of';
import { parser } from './parsers/parser';
import { oracleAddresses } from './parsers/live-chains';
import { amount, integer, milliseconds, oneOf, wordOf } from './parsers/scalars';
import { serverUrl } from './parsers/server-url';
import { optional, secret, variable } from './variable';

/** Every name that a check's variable may take. */
const SCREENING_SOURCES = {
  sanctions: ['ofac', 'oracle', 'issuer', 'chainalysis', 'trm', 'http'],
  aml: ['oracle', 'issuer', 'chainalysis', 'trm', 'http', 'none'],
  kyc: ['attested', 'http', 'none'],
  travel_rule: ['attested', 'http', 'none'],
} as const;

/** Who can be asked. */
export type SourceName = (typeof SCREENING_SOURCES)[keyof typeof SCREENING_SOURCES][number];

const sources = (names: readonly SourceName[]) =>
  listOf(`comma-separated names out of ${names.join(', ')}, each once`, (name) => names.find((each) => each === name));

const LIST_URL = 'comma-separated URLs that begin with https: or file:';
const ASKED = 'All are asked, and the worst finding counts.';

/** A list of addresses: a file of the publisher, on the web or on the disk. */
const listUrl = (value: string): string | undefined =>
  URL.canParse(value) && ['https:', 'file:'].includes(new URL(value).protocol) ? value : undefined;

/** Of a file, as logs show it. */
const listHash = (value: string): string | undefined =>
  /^[0-9a-f]{12,64}$/i.test(value) ? value.toLowerCase() : undefined;

const webhookSecret = parser('whsec_ and 32 bytes in base64', (value) =>
  value.startsWith('whsec_') && Buffer.from(value.slice(6), 'base64').length >= 24 ? value : undefined,
);

const riskName = wordOf('low', 'medium', 'high', 'severe');
const apiKey = parser('visible characters', (value) => (/^[!-~]+$/.test(value) ? value : undefined));
const blockedBy = (source: string) => `Lowest risk at which the source ${source} blocks an address.`;
const reviewedBy = (source: string) => `Lowest risk at which the source ${source} requires a review.`;

/** The variables of screening in live mode (docs/compliance.md). */
export const SCREENING_VARIABLES = {
  screeningSanctions: optional(
    'SCREENING_SANCTIONS',
    sources(SCREENING_SOURCES.sanctions),
    `Sources that check for sanctions in live mode. ${ASKED} Default: ofac,oracle,issuer; on local chains the sandbox's provider.`,
  ),
  screeningAml: optional(
    'SCREENING_AML',
    sources(SCREENING_SOURCES.aml),
    `Sources that check for money laundering in live mode. ${ASKED} Default: oracle,issuer; on local chains the sandbox's provider.`,
  ),
  screeningKyc: optional(
    'SCREENING_KYC',
    sources(SCREENING_SOURCES.kyc),
    `Sources that check identities in live mode. ${ASKED} Required for public networks; on local chains the sandbox's provider.`,
  ),
  screeningTravelRule: optional(
    'SCREENING_TRAVEL_RULE',
    sources(SCREENING_SOURCES.travel_rule),
    `Sources that check travel-rule data in live mode. ${ASKED} Required for public networks; on local chains the sandbox's provider.`,
  ),
  screenDeposits: optional(
    'SCREEN_DEPOSITS',
    oneOf({ on: true, off: false }),
    "Whether live deposits are held until SCREENING_SANCTIONS and SCREENING_AML clear their sender. Default: on; off where the sandbox's provider screens.",
  ),
  travelRuleThreshold: variable(
    'TRAVEL_RULE_THRESHOLD',
    amount(0n),
    '1000.00',
    'Smallest amount with a travel-rule check, in either currency.',
  ),
  ofacList: variable(
    'OFAC_LIST',
    listOf(LIST_URL, listUrl),
    'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.XML',
    'Sanctions lists of the source ofac: SDN.XML, SDN_ADVANCED.XML, one address per line, or a JSON array.',
  ),
  ofacListRefreshMs: variable(
    'OFAC_LIST_REFRESH_MS',
    milliseconds(1_000),
    '21600000',
    'Interval between refreshes of OFAC_LIST, in milliseconds.',
  ),
  ofacListAccept: optional(
    'OFAC_LIST_ACCEPT',
    listOf('comma-separated SHA-256 hashes in hex, or their first 12 digits or more', listHash),
    'Versions of OFAC_LIST that are taken although addresses are missing or cannot be read. The log names the hash.',
  ),
  ofacListMaxAgeHours: variable(
    'OFAC_LIST_MAX_AGE_HOURS',
    integer('hours', 1, 8_760),
    '72',
    'Maximum age of the last valid OFAC_LIST, in hours. Live payments stop above it.',
  ),
  oracleAddresses: optional(
    'ORACLE_ADDRESSES',
    oracleAddresses,
    'Sanctions oracles of the source oracle. Default: those of the public mainnets.',
  ),
  screeningUrl: optional('SCREENING_URL', serverUrl(['https', 'http']), 'URL of the source http.'),
  screeningSecret: secret('SCREENING_SECRET', webhookSecret, 'Secret that requests to SCREENING_URL are signed with.'),
  chainalysisUrl: variable(
    'CHAINALYSIS_URL',
    serverUrl(['https', 'http']),
    'https://api.chainalysis.com/api/risk',
    'URL of the source chainalysis.',
  ),
  chainalysisApiKey: secret('CHAINALYSIS_API_KEY', apiKey, 'The API key of the source chainalysis.'),
  chainalysisBlock: variable('CHAINALYSIS_BLOCK', riskName, 'severe', blockedBy('chainalysis')),
  chainalysisReview: variable('CHAINALYSIS_REVIEW', riskName, 'high', reviewedBy('chainalysis')),
  trmUrl: variable('TRM_URL', serverUrl(['https', 'http']), 'https://api.trmlabs.com/public', 'URL of the source trm.'),
  trmApiKey: secret('TRM_API_KEY', apiKey, 'The API key of the source trm.'),
  trmBlock: variable('TRM_BLOCK', riskName, 'severe', blockedBy('trm')),
  trmReview: variable('TRM_REVIEW', riskName, 'high', reviewedBy('trm')),
  screeningProvider: optional(
    'SCREENING_PROVIDER',
    parser(
      'nothing: SCREENING_SANCTIONS, SCREENING_AML, SCREENING_KYC and SCREENING_TRAVEL_RULE replaced it',
      (): undefined => undefined,
    ),
    'Replaced by SCREENING_SANCTIONS, SCREENING_AML, SCREENING_KYC and SCREENING_TRAVEL_RULE.',
  ),
};
