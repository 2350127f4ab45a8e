import type { CreateApiKey, RotateApiKey } from 'stablecoin-payments';
import { commaList, given, group, handle, type Cli, wholeNumber } from '../command.js';

interface CreateOptions {
  readonly name?: string;
  readonly scopes?: readonly string[];
  readonly walletIds?: readonly string[];
  readonly plan?: string;
  readonly expiresAt?: string;
  readonly ipAllowList?: readonly string[];
}

const SHOWN_ONCE = 'The key is not shown again: store it now.';

export function addKeys(cli: Cli): void {
  const keys = group(cli, 'keys', 'Issues, shows and revokes API keys.');
  keys
    .command('create')
    .description('Issues a key. What you do not set is as for the key that asks.')
    .option('--name <text>', 'a name for people')
    .option('--scopes <scopes>', 'such as payments:write,payments:read', commaList)
    .option('--wallet-ids <ids>', 'the only wallets that the key pays from and sees', commaList)
    .option('--plan <plan>', 'scale or enterprise')
    .option('--expires-at <time>', 'when it ends (ISO 8601)')
    .option('--ip-allow-list <ranges>', 'where it may be used from', commaList)
    .action(
      handle<CreateOptions>(cli, async ({ client, output }, _args, options) => {
        const { name, scopes, plan, walletIds, expiresAt, ipAllowList } = options;
        const fields = { name, scopes, plan, wallet_ids: walletIds, expires_at: expiresAt, ip_allow_list: ipAllowList };
        output.object(await client.apiKeys.create(given<CreateApiKey>(fields)));
        output.hint(SHOWN_ONCE);
      }),
    );
  keys
    .command('list')
    .description('Lists keys, the newest first. The keys themselves are not shown.')
    .option('--limit <number>', 'how many to show, from 1 to 100', wholeNumber(1, 100))
    .option('--starting-after <id>', 'continue after this key')
    .action(
      handle<{ readonly limit?: number; readonly startingAfter?: string }>(
        cli,
        async ({ client, output }, _args, { limit, startingAfter }) => {
          const query = given<object>({ limit, starting_after: startingAfter });
          output.page(await client.apiKeys.list(query).page(), {
            ID: ({ id }) => id,
            NAME: ({ name }) => name,
            ENDS: ({ last4 }) => `…${last4}`,
            PLAN: ({ plan }) => plan,
            WALLETS: ({ wallet_ids: ids }) => ids ?? 'all',
            STATUS: ({ revoked_at: revoked, expires_at: expires }) => statusOf(revoked, expires),
            'LAST USED': ({ last_used_at: at }) => at,
          });
        },
      ),
    );
  keys
    .command('rotate <id>')
    .description('Replaces a key. The old one is refused within a second.')
    .option('--expires-in <seconds>', 'take the old one for so long, up to 7 days', wholeNumber(0, 604_800))
    .action(
      handle<{ readonly expiresIn?: number }>(cli, async ({ client, output }, [id = ''], { expiresIn }) => {
        output.object(await client.apiKeys.rotate(id, {}, given<RotateApiKey>({ expires_in: expiresIn })));
        output.hint(SHOWN_ONCE);
      }),
    );
  keys
    .command('revoke <id>')
    .description('Revokes a key, and the keys that were made with it. They are refused within a second.')
    .action(handle(cli, async ({ client, output }, [id = '']) => output.object(await client.apiKeys.delete(id))));
}

function statusOf(revoked: string | null, expires: string | null): string {
  if (revoked !== null) return 'revoked';
  if (expires === null) return 'valid';
  return Date.parse(expires) <= Date.now() ? 'expired' : `valid until ${expires}`;
}
