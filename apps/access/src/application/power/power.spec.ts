import { DEFAULT_SCOPES, ROLE_NAMES, SKIP_SCOPE, scopesOfRole, type Scope } from '@stablecoin/contracts';
import { powerOfKey, powerOfPerson, scopesOfNewKey, type KeyReach } from './power';
import { hasScopeInAccount, requirePower } from './requirement';

const reach: KeyReach = {
  plan: 'scale',
  scopes: ['payments:read'],
  expiresAt: null,
  ipAllowList: null,
  walletIds: null,
};
const sandbox = (given: Partial<KeyReach> = {}) => ({ ...powerOfKey({ ...reach, ...given }), livemode: false });

describe('the power of a key', () => {
  it('is what it was issued with, and no role', () => {
    expect(powerOfKey({ ...reach, walletIds: ['wal_1'] })).toEqual({
      ...reach,
      scopes: new Set(['payments:read']),
      walletIds: new Set(['wal_1']),
      role: null,
    });
  });

  it.each<[string, readonly string[] | null, readonly Scope[]]>([
    ['without wallets is all but to skip screening', null, DEFAULT_SCOPES],
    ['with wallets makes no keys either', ['wal_1'], DEFAULT_SCOPES.filter((scope) => scope !== 'keys:write')],
  ])('where no scopes are named, %s', (_what, walletIds, scopes) => {
    expect(scopesOfNewKey([...DEFAULT_SCOPES, SKIP_SCOPE], walletIds)).toEqual(scopes);
  });
});

describe('the power of a person', () => {
  it.each(ROLE_NAMES)('with the role %s is that of the role, on the plan scale', (role) => {
    const power = powerOfPerson({ role, status: 'active' }, false);
    expect(power).toEqual({
      plan: 'scale',
      scopes: new Set(scopesOfRole(role, false)),
      expiresAt: null,
      ipAllowList: null,
      walletIds: null,
      role,
    });
  });

  it.each([
    ['disabled', { role: 'administrator', status: 'disabled' }, false],
    ['no_role', { role: null, status: 'active' }, false],
    ['role_not_for_live_mode', { role: 'developer', status: 'active' }, true],
  ] as const)('is none: %s', (why, member, livemode) => {
    expect(powerOfPerson(member, livemode)).toBe(why);
  });
});

describe('an operation', () => {
  const refusalOf = (act: () => void): unknown => {
    try {
      act();
      return null;
    } catch (error) {
      return (error as { readonly code: string }).code;
    }
  };

  it('takes its scope, and any power where it asks for none', () => {
    expect(refusalOf(() => requirePower(sandbox(), { scope: 'payments:read' }))).toBeNull();
    expect(refusalOf(() => requirePower(sandbox(), { scope: null }))).toBeNull();
    expect(refusalOf(() => requirePower(sandbox(), { scope: 'payments:write' }))).toBe('insufficient_scope');
  });

  it('takes keys that are bound to wallets only where it says so', () => {
    const bound = sandbox({ walletIds: ['wal_1'] });
    expect(refusalOf(() => requirePower(bound, { scope: 'payments:read' }))).toBe('insufficient_scope');
    expect(refusalOf(() => requirePower(bound, { scope: 'payments:read', takesBoundKeys: true }))).toBeNull();
  });

  it('of the sandbox does not exist in live mode', () => {
    const requirement = { scope: 'payments:read', sandboxOnly: true } as const;
    expect(refusalOf(() => requirePower(sandbox(), requirement))).toBeNull();
    expect(refusalOf(() => requirePower({ ...sandbox(), livemode: true }, requirement))).toBe('not_found');
  });

  it('shows what is of the whole account to no key that is bound to wallets', () => {
    expect(hasScopeInAccount(sandbox(), 'payments:read')).toBe(true);
    expect(hasScopeInAccount(sandbox(), 'compliance:read')).toBe(false);
    expect(hasScopeInAccount(sandbox({ walletIds: ['wal_1'] }), 'payments:read')).toBe(false);
  });
});
