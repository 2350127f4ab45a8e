import { Random } from '@stablecoin/event-sourcing/testing';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { newRecipient, openOn, transportOf } from '../../testing/evm-chain';
import { isObject } from '../../testing/json-values';
import { LocalEvm } from '../../local/local-evm';

const ODD = 10_000;
const PAGE = 1_000;

describeWithAnvil('10,000 logs of a token that are valid and unusual', () => {
  let local: LocalEvm;
  beforeAll(async () => {
    local = await LocalEvm.start('base');
  });
  afterAll(() => local.stop());

  it('stop no ordinary one beside them, and are each set aside or read once', async () => {
    const random = new Random(46);
    const to = newRecipient();
    const transport = transportOf(local);
    const chain = await openOn(local, [
      async (body, signal) => {
        const said = JSON.parse(await transport(body, signal)) as { readonly id: number; result?: unknown }[];
        for (const each of said) if (isLogs(each.result)) each.result = among(each.result, odd);
        return JSON.stringify(said);
      },
    ]);
    const { cursor } = await chain.balances({ addresses: [to] });
    for (let amount = 1n; amount <= 20n; amount++) await local.administer('USDC', 'mint', to, amount);
    for (let block = 0; block < 5; block++) await local.pass(1_000);
    const odd = Array.from({ length: ODD }, (_, index) => oddLog(random, index));

    const amounts: string[] = [];
    const seen = new Set<string>();
    for (let [after, more] = [cursor, true]; more;) {
      const page = await chain.deposits({ addresses: [to], after, limit: PAGE });
      for (const { hash, amount } of page.deposits) if (!seen.has(hash)) amounts.push(amount);
      for (const { hash } of [...page.deposits, ...(page.setAside ?? [])]) seen.add(hash);
      ({ cursor: after, more } = page);
    }
    for (let amount = 1; amount <= 20; amount++) expect(amounts).toContain(String(amount));
    expect(seen.size).toBe(ODD + 20);
  });
});

type Log = Readonly<Record<string, unknown>>;

function isLogs(value: unknown): value is readonly Log[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => isObject(each) && 'topics' in each);
}

/** The logs of an answer, with odd ones beside the first one: in its block, and of other transactions. */
function among(logs: readonly Log[], odd: readonly Log[]): readonly Log[] {
  const [first] = logs;
  return [...odd.map((each) => ({ ...first, ...each })), ...logs];
}

/** A log of the token's event with data, or fields, that nobody writes today. */
function oddLog(random: Random, index: number): Log {
  const bytes = random.pick([0, 1, 20, 31, 32, 33, 64, 96, 1_000]);
  const data = `0x${random.pick(['00', '01', 'ff', 'Fe']).repeat(bytes)}`;
  const log = {
    data,
    transactionHash: `0x${(index + 1).toString(16).padStart(64, '0')}`,
    transactionIndex: '0x0',
    logIndex: `0x${(1_000 + index).toString(16)}`,
  };
  return random.pick<Log>([
    log,
    { ...log, blockTimestampMs: '0x1', removed: false },
    { ...log, proof: { nested: [null, { deep: [] }] } },
  ]);
}
