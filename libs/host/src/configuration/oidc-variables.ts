import { parser, type Parser } from './parsers/parser';
import { text } from './parsers/scalars';
import { optional, secret } from './variable';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A URL that starts with https, or with http on this machine. */
function webUrl(takes: string, read: (url: URL, text: string) => string | undefined): Parser<string> {
  return parser(`${takes}; http is for this machine only`, (value) => {
    if (!URL.canParse(value)) return undefined;
    const url = new URL(value);
    const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
    return isSafe && url.username === '' && url.password === '' ? read(url, value) : undefined;
  });
}

const origin = webUrl('an https URL without a path', (url) => (url.href === `${url.origin}/` ? url.origin : undefined));
const issuer = webUrl('an https URL without a query', ({ search, hash }, value) =>
  search === '' && hash === '' ? value : undefined,
);

/** Variables of the sign-in of people. */
export const OIDC_VARIABLES = {
  publicUrl: optional(
    'PUBLIC_URL',
    origin,
    'URL by which browsers and clients reach the API; openapi.json names it. With https, cookies are sent over TLS only. Default: as TRUST_PROXY says of each request.',
  ),
  oidcIssuer: optional(
    'OIDC_ISSUER',
    issuer,
    'OpenID Connect provider that people sign in with. Default: people cannot sign in, API keys can.',
  ),
  oidcClientId: optional(
    'OIDC_CLIENT_ID',
    text('the id of the client'),
    'Client that the provider knows this service as.',
  ),
  oidcClientSecret: secret('OIDC_CLIENT_SECRET', text('a secret'), 'Secret of the client.'),
  oidcRoleClaim: optional(
    'OIDC_ROLE_CLAIM',
    text('the name of a claim, with dots for what is inside of it'),
    'Claim of the ID token that names the role. Default: administrators assign roles.',
  ),
  oidcAccountClaim: optional(
    'OIDC_ACCOUNT_CLAIM',
    text('the name of a claim, with dots for what is inside of it'),
    'Claim of the ID token that names the account. Default: everybody belongs to the account default.',
  ),
};
