import { PLANS } from '@stablecoin/contracts';
import type { Plan } from '@stablecoin/contracts';
import { invalidSetting, valid } from './parser';
import type { Parser } from './parser';

/** An API key that exists from the first start on. */
export interface BootstrapApiKey {
  readonly key: string;
  readonly account: string;
  readonly plan: Plan;
  /** By the key's prefix. */
  readonly livemode: boolean;
  /** It also gets the scope `screenings:skip`. */
  readonly skipsScreening: boolean;
}

const ENTRY = /^(svc_(test|live)_[0-9A-Za-z]{16,128}):([a-z0-9_]{1,64}):(\w+)(:skip)?$/;

export const bootstrapApiKeys: Parser<readonly BootstrapApiKey[]> = {
  takes:
    'comma-separated key:account:plan, :skip added for the scope screenings:skip; svc_test_ or svc_live_ and at least 16 ' +
    'letters and digits, up to 64 of a-z, 0-9 and _, scale or enterprise, each once',
  parse(text) {
    const keys = new Map<string, BootstrapApiKey>();
    for (const [index, entry] of text.split(',').entries()) {
      const [, key = '', mode, account = '', planName, skip] = ENTRY.exec(entry.trim()) ?? [];
      const plan = PLANS.find((each) => each === planName);
      if (plan === undefined || keys.has(key)) return invalidSetting(`entry ${index + 1}`);
      keys.set(key, { key, account, plan, livemode: mode === 'live', skipsScreening: skip !== undefined });
    }
    return valid([...keys.values()]);
  },
};
