import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialsOf, profileName, storeProfile } from './credentials.js';

const PROFILE = { apiKey: 'svc_test_profile', baseUrl: 'https://pay.example.com' };
const GIVEN = { STABLECOIN_API_KEY: 'svc_test_env', STABLECOIN_BASE_URL: 'http://127.0.0.1:3000' };

let folder: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-config-'));
  env = { XDG_CONFIG_HOME: folder };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('The key and URL of a command', () => {
  it('come from options before the environment, and from the environment before the default profile', () => {
    storeProfile(env, 'default', PROFILE);
    expect(credentialsOf(env, {})).toEqual(PROFILE);
    expect(credentialsOf({ ...env, ...GIVEN }, {})).toEqual({
      apiKey: 'svc_test_env',
      baseUrl: 'http://127.0.0.1:3000',
    });
    expect(credentialsOf({ ...env, ...GIVEN }, { apiKey: 'svc_test_option' }).apiKey).toBe('svc_test_option');
  });

  it('come from a profile that is named, whatever the environment says', () => {
    storeProfile(env, 'staging', PROFILE);
    expect(credentialsOf({ ...env, ...GIVEN }, { profile: 'staging' })).toEqual(PROFILE);
  });

  it('are never mixed: a key is not sent to a URL that it was not given with', () => {
    storeProfile(env, 'default', PROFILE);
    expect(() => credentialsOf(env, { apiKey: 'svc_live_option' })).toThrow('Give --base-url');
    expect(() => credentialsOf(env, { baseUrl: 'https://elsewhere.example.com' })).toThrow(
      'is for https://pay.example',
    );
    expect(credentialsOf(env, { baseUrl: 'https://pay.example.com/v1/' })).toEqual(PROFILE);
  });

  it('that are missing are told with what to do', () => {
    expect(() => credentialsOf(env, {})).toThrow('Run `svc login`');
    expect(() => credentialsOf(env, { profile: 'nobody' })).toThrow('There is no profile nobody');
  });
});

describe('A profile', () => {
  it('is stored beside others, in a file that nobody else may read', () => {
    storeProfile(env, 'other', GIVEN_PROFILE);
    const file = storeProfile(env, 'default', PROFILE);
    expect(file).toBe(join(folder, 'stablecoin-payments', 'profiles.json'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(credentialsOf(env, { profile: 'other' })).toEqual(GIVEN_PROFILE);
  });

  it('has a plain name', () => {
    expect(() => profileName({ profile: '../x' })).toThrow('A profile has a name');
  });
});

const GIVEN_PROFILE = { apiKey: 'svc_test_other', baseUrl: 'http://127.0.0.1:3000' };
