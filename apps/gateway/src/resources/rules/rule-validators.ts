import { isId, TREASURY_PAYS } from '@stablecoin/contracts';
import { checked, countryProblem, idPattern, IsListOf } from '../../http/validators';

const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

/** The name of a rule. */
export function IsRuleName(): PropertyDecorator {
  return checked('ruleName', { type: 'string', pattern: NAME.source }, (value) =>
    typeof value === 'string' && NAME.test(value)
      ? undefined
      : 'must be 1 to 40 lower-case letters, digits, "-" or "_", and begin with a letter or digit',
  );
}

/** A time zone that this installation knows, by its IANA name. */
export function IsTimeZone(): PropertyDecorator {
  return checked('timeZone', { type: 'string', minLength: 1, maxLength: 64 }, (value) =>
    typeof value === 'string' && value.length <= 64 && isTimeZone(value)
      ? undefined
      : 'must be an IANA time zone, such as "Europe/Berlin"',
  );
}

/** Ids of wallets, or the treasury. */
export function IsPayerList(max: number): PropertyDecorator {
  const pattern = `^${TREASURY_PAYS}$|${idPattern('wal')}`;
  return IsListOf('payers', { type: 'string', pattern }, max, (value) =>
    typeof value === 'string' && (value === TREASURY_PAYS || isId('wal', value))
      ? undefined
      : `must be ${TREASURY_PAYS} or an id that begins with wal_`,
  );
}

/** Ids of API keys and members. */
export function IsCreatorList(max: number): PropertyDecorator {
  const pattern = idPattern('key').replace('key', '(key|usr)');
  return IsListOf('creators', { type: 'string', pattern }, max, (value) =>
    typeof value === 'string' && (isId('key', value) || isId('usr', value))
      ? undefined
      : 'must be an id that begins with key_ or usr_',
  );
}

/** Countries, as those of payments. */
export function IsCountryList(max: number): PropertyDecorator {
  return IsListOf('countries', { type: 'string', pattern: '^[A-Z]{2}$' }, max, countryProblem);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
