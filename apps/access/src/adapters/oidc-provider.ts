import { isNativeError } from 'node:util/types';
import * as client from 'openid-client';
import type { Clock } from '@stablecoin/event-sourcing';
import { ApiError } from '@stablecoin/contracts';
import { HttpClient, safeFetch } from '@stablecoin/security';
import type { OidcSettings } from '@stablecoin/host';
import type { Challenge, Claims, SignInProvider } from '../application/sign-in-provider';

const TIMEOUT_S = 10;
/** Metadata, keys and tokens have some kilobytes. */
const ANSWER_BYTES_MAX = 1_000_000;
const fetchSafely = safeFetch(new HttpClient({ bytesMax: ANSWER_BYTES_MAX }));
const send: client.CustomFetch = (url, { body, signal, ...init }) =>
  fetchSafely(url, { ...init, body: body ?? null, signal: signal ?? null });
/** How far the provider's clock may be off. */
const CLOCK_TOLERANCE_S = 60;
/** The provider's endpoints are looked up again when they are this old. */
const METADATA_MS = 10 * 60_000;
/** When a client may try again while the provider cannot be reached, in seconds. */
const TRY_AGAIN_S = 5;

/** The redirect URI, which the provider has to know. */
const CALLBACK_PATH = '/v1/sessions/oidc/callback';

/** The operator's OpenID Connect provider. It is not asked before somebody signs in, so it may be down when the service starts. */
export class OidcProvider implements SignInProvider {
  #metadata: { readonly of: client.ServerMetadata; readonly at: number } | undefined;

  constructor(
    private readonly settings: OidcSettings,
    private readonly clock: Clock,
  ) {}

  /** New secrets for one sign-in. */
  challenge(): Challenge {
    return {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
  }

  /**
   * Where to send the browser.
   *
   * @throws ApiError `internal_error` while the provider cannot be reached
   */
  async authorizationUrl({ state, nonce, verifier }: Challenge): Promise<string> {
    const configuration = await this.#configuration();
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: `${this.settings.publicUrl}${CALLBACK_PATH}`,
      scope: 'openid profile email',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return url.href;
  }

  /**
   * Exchanges what the browser brings back. The ID token is taken with a signature of a key that the provider publishes
   * now, for this client, with the nonce, and within its time.
   *
   * @param query - of the callback
   * @throws ApiError `unauthorized` for anything that does not hold; `internal_error` while the provider cannot be reached
   */
  async claims(query: string, { state, nonce, verifier }: Challenge): Promise<Claims> {
    const configuration = await this.#configuration();
    const url = new URL(`${this.settings.publicUrl}${CALLBACK_PATH}${query}`);
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    try {
      const tokens = await client.authorizationCodeGrant(configuration, url, checks);
      return tokens.claims() as Claims;
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Without keys of the provider from earlier sign-ins: so that a rotated key is seen at once, and a revoked one is gone. */
  async #configuration(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const metadata = await this.#serverMetadata();
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authentication = methods.includes('client_secret_basic')
      ? client.ClientSecretBasic(clientSecret)
      : client.ClientSecretPost(clientSecret);
    const clientMetadata = {
      [client.clockSkew]: Math.round((this.clock.now() - Date.now()) / 1_000),
      [client.clockTolerance]: CLOCK_TOLERANCE_S,
    };
    const configuration = new client.Configuration(metadata, clientId, clientMetadata, authentication);
    configuration.timeout = TIMEOUT_S;
    configuration[client.customFetch] = send;
    // What came over TLS would be believed without its signature.
    client.enableNonRepudiationChecks(configuration);
    if (issuer.startsWith('http:')) plainHttp()(configuration);
    return configuration;
  }

  async #serverMetadata(): Promise<client.ServerMetadata> {
    const now = this.clock.now();
    if (this.#metadata !== undefined && now - this.#metadata.at < METADATA_MS) return this.#metadata.of;
    const { issuer, clientId } = this.settings;
    const execute = issuer.startsWith('http:') ? [plainHttp()] : [];
    try {
      const found = await client.discovery(new URL(issuer), clientId, undefined, undefined, {
        execute,
        timeout: TIMEOUT_S,
        [client.customFetch]: send,
      });
      const of = found.serverMetadata();
      this.#metadata = { of, at: now };
      return of;
    } catch (error) {
      throw unreachable(error);
    }
  }
}

/** Only for a provider on this machine: the configuration takes no other without TLS. */
function plainHttp() {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so that it stands out
  return client.allowInsecureRequests;
}

/** What is wrong with the provider's answer is for the log alone: the browser's side cannot do anything about it. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof client.AuthorizationResponseError) {
    return new ApiError('unauthorized', `The identity provider did not sign you in: ${wordOf(error.error)}.`, {
      cause: error,
    });
  }
  if (error instanceof client.ResponseBodyError && error.status < 500 && error.error !== 'invalid_client') {
    return new ApiError('unauthorized', 'The identity provider does not accept this sign-in: start again.', {
      cause: error,
    });
  }
  if (error instanceof client.ResponseBodyError || isOutage(error)) return unreachable(error);
  return new ApiError('unauthorized', 'The answer of the identity provider does not hold: start again.', {
    cause: error,
  });
}

const OUTAGES: ReadonlySet<string | undefined> = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** There was no answer, or one that is not of the protocol. */
function isOutage(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  // fetch throws a TypeError for whatever keeps it from an answer.
  return error.name === 'TypeError' || isOutage(error.cause) || ('code' in error && OUTAGES.has(String(error.code)));
}

function unreachable(cause: unknown): ApiError {
  return new ApiError('internal_error', 'The identity provider cannot be reached at present: try again later.', {
    retryAfterS: TRY_AGAIN_S,
    cause,
  });
}

/** An error code of OAuth, without what anybody could have put into the URL. */
function wordOf(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? code : 'it gave no reason';
}
