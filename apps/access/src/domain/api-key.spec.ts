import { given } from '@stablecoin/event-sourcing/testing';
import { apiKeyDecider, scopesOf, type ApiKeyCommand, type ApiKeyEvent, type IssueApiKey } from './api-key';

const common = { id: 'req_1', at: 7, correlationId: 'req_1', account: 'acme', livemode: false };
const issue: IssueApiKey = {
  ...common,
  type: 'IssueApiKey',
  data: {
    keyId: 'key_1',
    name: null,
    plan: 'scale',
    scopes: ['payments:read'],
    expiresAt: null,
    ipAllowList: null,
    hash: 'hash',
    last4: 'last',
  },
};
const issued: ApiKeyEvent = { type: 'ApiKeyIssued', data: { ...issue.data, scopesVersion: 3, issuedAt: 7 } };
const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { revokedAt: 7, spared: [] } };
const rotate: ApiKeyCommand = { ...common, type: 'RotateApiKey', data: { hash: 'new', last4: 'wnew' } };
const rename: ApiKeyCommand = { ...common, type: 'RenameApiKey', data: { name: 'new' } };
const revoke: ApiKeyCommand = { ...common, type: 'RevokeApiKey', data: { spared: [] } };

describe('an API key', () => {
  it('is issued once', () => {
    given(apiKeyDecider).when(issue).then(issued);
    given(apiKeyDecider, issued).when(issue).then();
    given(apiKeyDecider, issued, revoked).when(issue).then();
  });

  it('is renamed, also to the name that it has, so that every request has its answer', () => {
    given(apiKeyDecider, issued)
      .when(rename)
      .then({ type: 'ApiKeyRenamed', data: { name: 'new' } });
  });

  it('is rotated until it is revoked', () => {
    given(apiKeyDecider, issued)
      .when(rotate)
      .then({ type: 'ApiKeyRotated', data: { hash: 'new', last4: 'wnew' } });
    given(apiKeyDecider, issued, revoked).when(rotate).thenRefused('invalid_state');
  });

  it('is revoked once', () => {
    given(apiKeyDecider, issued).when(revoke).then(revoked);
    given(apiKeyDecider, issued, revoked).when(revoke).then();
  });

  it('is revoked alone by a command of an earlier version', () => {
    given(apiKeyDecider, issued)
      .when({ ...common, type: 'RevokeApiKey', data: null })
      .then({ type: 'ApiKeyRevoked', data: { revokedAt: 7 } });
  });
});

describe('the scopes of an API key', () => {
  it('of an earlier version keep what they allowed before approvals and events had scopes of their own', () => {
    expect(scopesOf({ scopes: ['wallets:write', 'wallets:read', 'webhooks:read'] })).toEqual([
      'wallets:write',
      'approvals:write',
      'wallets:read',
      'webhooks:read',
      'events:read',
    ]);
    expect(scopesOf({ scopes: ['wallets:read', 'webhooks:write'] })).toEqual(['wallets:read', 'webhooks:write']);
  });

  it('of an earlier version keep what they allowed before checks had a scope of their own', () => {
    for (const scopesVersion of [1, 2]) {
      expect(scopesOf({ scopes: ['compliance:write', 'compliance:read'], scopesVersion })).toEqual([
        'compliance:write',
        'screenings:write',
        'compliance:read',
      ]);
    }
    expect(scopesOf({ scopes: ['wallets:write', 'webhooks:read'], scopesVersion: 2 })).toEqual([
      'wallets:write',
      'webhooks:read',
    ]);
  });

  it('of this version are what was asked for', () => {
    expect(scopesOf({ scopes: ['compliance:write', 'webhooks:read'], scopesVersion: 3 })).toEqual([
      'compliance:write',
      'webhooks:read',
    ]);
  });
});
