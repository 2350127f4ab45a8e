import type { Values } from './variables';

/** The provider that people sign in with. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** By which browsers reach the API: `https://pay.example.com`. */
  readonly publicUrl: string;
  /** Null: roles are assigned. */
  readonly roleClaim: string | null;
  /** Null: everybody belongs to the first account. */
  readonly accountClaim: string | null;
}

/** Null where people do not sign in; {@link missingForOidc} finds what is missing. */
export function oidcSettings(values: Values): OidcSettings | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, publicUrl } = values;
  if (issuer === null || clientId === null || clientSecret === null || publicUrl === null) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    publicUrl,
    roleClaim: values.oidcRoleClaim,
    accountClaim: values.oidcAccountClaim,
  };
}

export function missingForOidc(values: Values): string[] {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcRoleClaim, oidcAccountClaim, publicUrl } = values;
  if (oidcIssuer === null) {
    const others = { OIDC_CLIENT_ID: oidcClientId, OIDC_CLIENT_SECRET: oidcClientSecret };
    const claims = { OIDC_ROLE_CLAIM: oidcRoleClaim, OIDC_ACCOUNT_CLAIM: oidcAccountClaim };
    const [given] = Object.entries({ ...others, ...claims }).find(([, value]) => value !== null) ?? [];
    return given === undefined ? [] : [`OIDC_ISSUER: got nothing, takes the provider's URL beside ${given}`];
  }
  const needed = { OIDC_CLIENT_ID: oidcClientId, OIDC_CLIENT_SECRET: oidcClientSecret, PUBLIC_URL: publicUrl };
  return Object.entries(needed).flatMap(([name, value]) =>
    value === null ? [`${name}: got nothing, takes a value beside OIDC_ISSUER`] : [],
  );
}
