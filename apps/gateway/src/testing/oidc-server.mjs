// A real OpenID Connect provider, in a process of its own: started by identity-provider.ts, which tells it by messages
// who sits at the browser, and what goes wrong.
import { createServer } from 'node:http';
import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { Provider } from 'oidc-provider';

const { client, people } = JSON.parse(process.argv[2]);
const server = createServer((request, response) => handle(request, response));
await listen(0);
const { port } = server.address();
const issuer = `http://127.0.0.1:${port}`;

let handle;
/** The subject of whoever is at the browser; null: they give up. */
let person = null;
/** Changes claims of ID tokens, and how they are signed. */
let tampering = null;
let key;
useNewKey('key-1');

process.on('message', async ({ id, command, value }) => {
  if (command === 'person') person = value;
  if (command === 'people') Object.assign(people, value);
  if (command === 'tamper') tampering = value;
  if (command === 'rotate') useNewKey(value);
  if (command === 'down') await new Promise((done) => (server.close(done), server.closeAllConnections()));
  if (command === 'up') await listen(port);
  process.send({ id });
});
process.on('disconnect', () => process.exit());
process.send({ issuer });

function useNewKey(kid) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  key = { kid, privateKey };
  const provider = new Provider(issuer, {
    clients: [client, { ...client, client_id: 'another-client' }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the tests'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    ttl: { IdToken: 120, AuthorizationCode: 60, Session: 3600, Grant: 3600, Interaction: 3600, AccessToken: 60 },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub', 'roles', 'tenant', 'realm_access'], profile: ['name'], email: ['email'] },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client.clientId,
        accountId: ctx.oidc.session.accountId,
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith('/interaction/')) {
      const result = person === null ? { error: 'access_denied' } : { login: { accountId: person, remember: false } };
      await provider.interactionFinished(ctx.req, ctx.res, result);
      ctx.respond = false;
      return;
    }
    await next();
    if (tampering !== null && ctx.path === '/token' && ctx.body?.id_token) {
      ctx.body = { ...ctx.body, id_token: tampered(ctx.body.id_token) };
    }
  });
  handle = provider.callback();
}

function tampered(idToken) {
  const { claims = {}, algorithm = 'RS256' } = tampering;
  const payload = { ...JSON.parse(Buffer.from(idToken.split('.')[1], 'base64url')), ...claims };
  const head = { alg: algorithm, ...(algorithm === 'none' ? {} : { kid: key.kid }) };
  const text = [head, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${signatureOf(text, algorithm)}`;
}

function signatureOf(text, algorithm) {
  if (algorithm === 'none') return '';
  if (algorithm === 'RS256') {
    const { privateKey } = tampering.otherKey ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : key;
    return sign('sha256', Buffer.from(text), privateKey).toString('base64url');
  }
  // The public key as the secret of an HMAC: for those who let the token choose.
  const secret = createPublicKey(key.privateKey).export({ type: 'spki', format: 'pem' });
  return createHmac('sha256', secret).update(text).digest('base64url');
}

function listen(on) {
  return new Promise((done) => server.listen(on, '127.0.0.1', done));
}
