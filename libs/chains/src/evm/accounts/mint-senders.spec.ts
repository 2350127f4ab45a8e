import { encodeAbiParameters, encodeEventTopics, getAddress, pad, parseAbiParameters, toHex } from 'viem/utils';
import type { Hex } from 'viem';
import { LocalEvm } from '../../local/local-evm';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { newRecipient, openOn, transportOf } from '../../testing/evm-chain';
import { isObject } from '../../testing/json-values';
import type { LogEntry } from '../../rpc/values';
import { fromBase58 } from '../../solana/base58';
import { CCTP_ABI, TOKEN_ABI } from '../abi';
import { evmNetwork } from '../network';
import { mintSender } from './mint-senders';

const { cctp } = evmNetwork('base', 'mainnet');
if (cctp === null) throw new Error('Base has CCTP');
const BURNER = getAddress('0x52908400098527886E0F7030069857D2E4169EE7');
const TO = getAddress('0x8617E340B3D01FA5F11F306F4090FD50E238070D');
const SOLANA_MESSENGER = 'CCTPV2vPZJS2u2BBsUoscuikbYjnpFmbFsvVuJdgUMQe';
const ON_SOLANA = 'So11111111111111111111111111111111111111112';
const NOWHERE = { address: '0x', block: 1, blockHash: '0x1', txHash: '0xaa' };

const mint = (amount: bigint, index = 10): LogEntry => ({
  ...NOWHERE,
  topics: encodeEventTopics({
    abi: TOKEN_ABI,
    eventName: 'Transfer',
    args: { from: '0x0000000000000000000000000000000000000000', to: TO },
  }) as string[],
  data: pad(toHex(amount)),
  index,
});

interface Burn {
  readonly domain?: number;
  readonly sender?: Hex;
  readonly burner?: Hex;
  readonly to?: Hex;
  readonly amount?: bigint;
  readonly fee?: bigint;
  readonly version?: number;
}

/** The data of a message as the transmitter logs it. */
function messageData({ domain = 0, sender = pad(messenger()), burner = pad(BURNER), ...burn }: Burn): Hex {
  const { to = pad(TO), amount = 100n, fee = 0n, version = 1 } = burn;
  const word = (value: bigint): string => pad(toHex(value)).slice(2);
  const fields = [word(1n), to.slice(2), word(amount), burner.slice(2), word(fee), word(fee), word(0n)];
  const body: Hex = `0x${version.toString(16).padStart(8, '0')}${fields.join('')}`;
  return encodeAbiParameters(parseAbiParameters('uint32, bytes32, bytes'), [domain, sender, body]);
}

function messenger(): Hex {
  return cctp?.messenger as Hex;
}

const message = (burn: Burn = {}, index = 12): LogEntry => ({
  ...NOWHERE,
  topics: encodeEventTopics({
    abi: CCTP_ABI,
    eventName: 'MessageReceived',
    args: { caller: TO, nonce: pad('0x7'), finalityThresholdExecuted: 2_000 },
  }) as string[],
  data: messageData(burn),
  index,
});

const senderOf = (minted: LogEntry, ...messages: readonly LogEntry[]): string | null =>
  mintSender(minted, messages, { messenger: messenger() });

describe('the sender of money that CCTP has brought', () => {
  it('is who has burned it', () => {
    expect(senderOf(mint(100n), message())).toBe(BURNER);
  });

  it('is found where a fee was taken', () => {
    expect(senderOf(mint(97n), message({ fee: 3n }, 14))).toBe(BURNER);
  });

  it.each<readonly [string, LogEntry]>([
    ['of another transaction', { ...message(), txHash: '0xbb' }],
    ['that came before', message({}, 9)],
    ['that does not follow at once', message({}, 15)],
    ['for another recipient', message({ to: pad(BURNER) })],
    ['of another amount', message({ amount: 101n })],
    ['that somebody else than the burning contract has sent', message({ sender: pad(TO) })],
    ['of a version that is not known', message({ version: 2 })],
    ['from a chain whose addresses are not known', message({ domain: 4 })],
    ['with an address that is longer', message({ burner: `0x${'12'.repeat(32)}` })],
    ['of a form that is not known', { ...message(), data: '0x1234' }],
    [
      'that is cut off',
      {
        ...message(),
        data: encodeAbiParameters(parseAbiParameters('uint32, bytes32, bytes'), [0, pad(messenger()), '0x01']),
      },
    ],
  ])('is not known from a message %s', (_, other) => {
    expect(senderOf(mint(100n), other)).toBeNull();
  });

  it('is not known without a message, and nobody is taken from a second one', () => {
    expect(senderOf(mint(100n))).toBeNull();
    expect(senderOf(mint(100n), message({ sender: pad(TO) }, 11), message({}, 12))).toBeNull();
  });

  it('is known from Solana where its program has sent the message', () => {
    const [sender, burner] = [SOLANA_MESSENGER, ON_SOLANA].map((key) => toHex(fromBase58(key))) as [Hex, Hex];
    expect(senderOf(mint(100n), message({ domain: 5, sender, burner }))).toBe(ON_SOLANA);
    expect(senderOf(mint(100n), message({ domain: 5, sender: burner, burner }))).toBeNull();
  });
});

describeWithAnvil('deposits that were minted', () => {
  let local: LocalEvm;
  beforeAll(async () => {
    local = await LocalEvm.start('base');
  });
  afterAll(() => local.stop());

  it('name who is to be screened where a message tells, and only when that is asked', async () => {
    let asked = 0;
    const received: LogEntry[] = [];
    const transport = transportOf(local);
    const chain = await openOn(
      local,
      [
        async (body, signal) => {
          const calls = JSON.parse(body) as readonly { readonly id: number; readonly params: unknown }[];
          const isForMessages = (params: unknown): boolean => JSON.stringify(params).includes(cctp.transmitter);
          const answers = JSON.parse(await transport(body, signal)) as readonly { id: number; result: unknown }[];
          return JSON.stringify(
            answers.map((answer) => {
              if (!isForMessages(calls.find(({ id }) => id === answer.id)?.params)) return answer;
              asked += 1;
              return { ...answer, result: received.map(rpcLog) };
            }),
          );
        },
      ],
      { network: { ...local.network, cctp } },
    );
    const to = newRecipient();
    const { cursor } = await chain.balances({ addresses: [to] });
    await local.administer('USDC', 'mint', to, 100n);
    for (let block = 0; block < 5; block++) await local.pass(1_000);
    const question = { addresses: [to], after: cursor, limit: 10 };
    const [deposit] = (await chain.deposits(question)).deposits;
    expect([deposit?.sender, asked]).toEqual([null, 0]);
    expect((await chain.deposits({ ...question, mintSenders: true })).deposits).toMatchObject([{ sender: null }]);
    expect(asked).toBe(1);

    const [hash, index] = (deposit?.id ?? '').split(':') as [string, string];
    const { blockHash } = await blockOf(local, deposit?.block ?? 0);
    received.push({
      ...{ ...message({ to: pad(to as Hex) }), address: cctp.transmitter.toLowerCase() },
      ...{ block: deposit?.block ?? 0, blockHash, txHash: hash, index: Number(index) + 2 },
    });
    expect((await chain.deposits({ ...question, mintSenders: true })).deposits).toMatchObject([
      { sender: { address: BURNER, account: null } },
    ]);
  });
});

function rpcLog({ address, topics, data, block, blockHash, txHash, index }: LogEntry): object {
  return {
    ...{ address, topics, data, blockHash, transactionHash: txHash, removed: false },
    ...{ blockNumber: toHex(block), logIndex: toHex(index) },
  };
}

async function blockOf(local: LocalEvm, number: number): Promise<{ readonly blockHash: string }> {
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: [toHex(number), false] };
  const answers: unknown = JSON.parse(await transportOf(local)(JSON.stringify([call]), AbortSignal.timeout(30_000)));
  const [answer] = answers as readonly { readonly result: unknown }[];
  const block = answer?.result;
  if (!isObject(block)) throw new Error('there is no such block');
  return { blockHash: String(block['hash']) };
}
