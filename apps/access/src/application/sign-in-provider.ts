/** What ties an answer of the provider to the browser that asked for it. */
export interface Challenge {
  readonly state: string;
  readonly nonce: string;
  /** PKCE. */
  readonly verifier: string;
}

/** What the provider says of a person: the claims of the ID token. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** Whom the operator trusts to say who somebody is. */
export interface SignInProvider {
  /** New secrets for one sign-in. */
  challenge(): Challenge;
  /**
   * Where to send the browser.
   *
   * @throws ApiError `internal_error` while the provider cannot be reached
   */
  authorizationUrl(challenge: Challenge): Promise<string>;
  /**
   * Exchanges what the browser brings back for claims that hold.
   *
   * @param query - of the callback
   * @throws ApiError `unauthorized` for anything that does not hold; `internal_error` while the provider cannot be reached
   */
  claims(query: string, challenge: Challenge): Promise<Claims>;
}
