import type { RpcCall, RpcTransport } from '../rpc/rpc-endpoint';
import { LocalSolana } from '../testing/solana-chain';

type Question = RpcCall & { readonly id: number };

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: object;
}

const FINALITY_SLOTS = 40;
const HEAD_AT = Date.UTC(2026, 10, 27);

/** The endpoints of a cluster, which change their answers. */
function changed(local: LocalSolana, change: (call: Question, answer: Answer) => Answer): RpcTransport[] {
  return local.fronts.map(({ transport }) => async (body, signal) => {
    const asked = JSON.parse(body) as readonly Question[];
    const answers = JSON.parse(await transport(body, signal)) as readonly Answer[];
    return JSON.stringify(asked.map((call) => change(call, answers.find(({ id }) => id === call.id) ?? { id: -1 })));
  });
}

it.each([40, 200, 400, 4_000])('with slots of %i ms all that was paid since a time is found', async (slotMs) => {
  const local = new LocalSolana(2);
  let head = 0;
  const timeOf = (slot: number): number => Math.floor((HEAD_AT - (head - slot) * slotMs) / 1_000);
  const transports = changed(local, (call, answer) =>
    call.method === 'getBlockTime' && head > 0 ? { ...answer, result: timeOf(Number(call.params[0])) } : answer,
  );
  const chain = await local.open({ transports });
  const slots: number[] = [];
  for (let payments = 0; payments < 4; payments++) {
    const authorization = local.authorization(chain, {});
    await chain.broadcast(await chain.assemble([authorization]));
    local.ledger.advance(100);
    slots.push(local.ledger.slot - 99);
  }
  local.ledger.advance(FINALITY_SLOTS);
  head = local.ledger.slot;
  const request = { payers: [local.treasury.address], since: timeOf(slots[1]!) * 1_000 };
  const { payouts } = await chain.history.payouts({ chain: 'solana', ...request });
  expect(payouts).toHaveLength(3);
  // The newest is in the last block but a hundred and the finality; nobody has sent after it.
  for (const [sentUntil, isLater] of [
    [timeOf(slots[3]!) - 1, true],
    [timeOf(slots[3]! + 10) + 1, false],
  ] as const) {
    const ended = { validUntil: 0, approvalsUntil: 0, sentUntil: sentUntil * 1_000 };
    const { signedLater } = await chain.history.payouts({ chain: 'solana', ...request, ended });
    expect(signedLater !== undefined).toBe(isLater);
  }
});

it.each([1, 5, 255])('an endpoint that takes %i signatures in one call tells of all', async (signaturesMax) => {
  const local = new LocalSolana(2);
  const sizes: number[] = [];
  const transports = changed(local, ({ id, method, params }, answer) => {
    if (method !== 'getSignatureStatuses') return answer;
    const { length } = params[0] as readonly string[];
    sizes.push(length);
    const error = { code: -32_602, message: `Too many inputs provided; max ${signaturesMax}` };
    return length > signaturesMax ? { id, error } : answer;
  });
  const chain = await local.open({ transports });
  const payments = Array.from({ length: 20 }, () => local.authorization(chain, {}));
  const submissions = await Promise.all(payments.map((each) => chain.assemble([each])));
  for (const submission of submissions) await chain.broadcast(submission);
  local.ledger.advance(FINALITY_SLOTS);
  for (let look = 0; look < 2; look++) {
    sizes.length = 0;
    const seen = await Promise.all(
      submissions.map((each, index) => chain.observe(each, [payments[index]!], local.ledger.now())),
    );
    expect(seen.flat().map(({ state }) => state)).toEqual(payments.map(() => 'final'));
  }
  // By the second look nothing is refused.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(signaturesMax);
});
