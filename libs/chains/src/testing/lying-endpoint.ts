import type { RpcCall, RpcTransport } from '../rpc/rpc-endpoint';
import { EVM_LIES } from './evm-lies';
import { CONTENT_LIES } from './lies';
import type { Chance, ContentLie, Lie, LiePlan, Story } from './lies';
import { SOLANA_LIES } from './solana-lies';

interface Question extends RpcCall {
  readonly id: unknown;
}

interface Answer {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Beside other lies, an endpoint is silent, or talks nonsense, in so many of its answers. */
const NOW_AND_THEN = 0.3;

/**
 * An endpoint before an honest one, which tells lies as planned: to all who ask it, and for as long as nobody has it
 * tell the truth. It is honest at first. What it is sent it passes on.
 */
export class LyingEndpoint {
  /** Answers that were lies, by lie; one answer may be several. */
  readonly told = new Map<Lie, number>();
  readonly #family: 'evm' | 'solana';
  readonly #through: RpcTransport;
  readonly #random: Chance;
  #plan: LiePlan = { lies: [], isFickle: false, variant: 0 };
  #stories: readonly (readonly [ContentLie, Story])[] = [];
  /** The last result of each method, to be given to other questions. */
  readonly #before = new Map<string, unknown>();

  constructor(family: 'evm' | 'solana', through: RpcTransport, random: Chance) {
    this.#family = family;
    this.#through = through;
    this.#random = random;
  }

  get isLying(): boolean {
    return this.#plan.lies.length > 0;
  }

  /** Lies from now on. */
  tell(plan: LiePlan): void {
    const stories = this.#family === 'evm' ? EVM_LIES : SOLANA_LIES;
    this.#plan = plan;
    this.#stories = CONTENT_LIES.filter((lie) => plan.lies.includes(lie)).map(
      (lie) => [lie, stories[lie](plan.variant)] as const,
    );
  }

  /** Tells the truth from now on. */
  beHonest(): void {
    this.tell({ lies: [], isFickle: false, variant: 0 });
  }

  /** As an endpoint takes it: a call, or a batch of them. */
  readonly transport: RpcTransport = async (body, signal) => {
    if (!this.isLying || (this.#plan.isFickle && this.#random.chance(0.5))) return this.#through(body, signal);
    if (this.#strikes('silent')) return silence(signal);
    const parsed = JSON.parse(body) as Question | readonly Question[];
    const isBatch = Array.isArray(parsed);
    const calls = (isBatch ? parsed : [parsed]) as readonly Question[];
    const asked = calls.map((call) => ({ ...call, ...this.#asks(call) }));
    const text = await this.#through(JSON.stringify(isBatch ? asked : asked[0]), signal);
    const truths = JSON.parse(text) as Answer | readonly Answer[];
    const answers = this.#swap(
      calls,
      calls.map((call) => this.#answerTo(call, (isBatch ? truths : [truths]) as readonly Answer[])),
    );
    const told = JSON.stringify(isBatch ? answers : answers[0]);
    return this.#strikes('malformed') ? this.#mutilate(told) : told;
  };

  /** Whether a lie of its own kind is told in this answer. */
  #strikes(lie: 'silent' | 'malformed' | 'swapped'): boolean {
    const { lies } = this.#plan;
    if (!lies.includes(lie)) return false;
    if (lie !== 'swapped' && lies.length > 1 && !this.#random.chance(NOW_AND_THEN)) return false;
    if (lie !== 'swapped') this.#count(lie);
    return true;
  }

  #count(lie: Lie): void {
    this.told.set(lie, (this.told.get(lie) ?? 0) + 1);
  }

  #asks({ method, params }: RpcCall): RpcCall {
    return this.#stories.reduce<RpcCall>((call, [, { asks }]) => asks?.(call) ?? call, { method, params });
  }

  #answerTo(call: Question, truths: readonly Answer[]): Answer {
    const answer = truths.find(({ id }) => id === call.id) ?? { id: call.id };
    let result = answer.result;
    for (const [lie, { answers }] of this.#stories) {
      const told = answers(call, result);
      if (told !== result) this.#count(lie);
      result = told;
    }
    if (result === undefined) return answer;
    return { ...answer, id: call.id, result, ...('error' in answer ? { error: undefined } : {}) };
  }

  /** Answers of a batch change places; a single one is of a question of before, where there was one. */
  #swap(calls: readonly Question[], answers: readonly Answer[]): readonly Answer[] {
    const before = calls.map(({ method }) => this.#before.get(method));
    for (const [index, { method }] of calls.entries()) this.#before.set(method, answers[index]?.result);
    if (!this.#strikes('swapped')) return answers;
    const results = answers.map(({ result }) => turned(result));
    const moved = results.length > 1 ? [...results.slice(1), results[0]] : [before[0] ?? results[0]];
    const swapped = answers.map((answer, index) => ({ ...answer, result: moved[index] ?? null }));
    if (JSON.stringify(swapped) !== JSON.stringify(answers)) this.#count('swapped');
    return swapped;
  }

  #mutilate(text: string): string {
    const answers = JSON.parse(text) as Answer | readonly Answer[];
    const all = (Array.isArray(answers) ? answers : [answers]) as readonly Answer[];
    const spoiled = MUTILATED[this.#random.below(MUTILATED.length)]?.(all) ?? '';
    return typeof spoiled === 'string' ? spoiled : JSON.stringify(Array.isArray(answers) ? spoiled : spoiled[0]);
  }
}

/** What is malformed about an answer. */
const MUTILATED: readonly ((answers: readonly Answer[]) => string | readonly unknown[])[] = [
  (answers) => JSON.stringify(answers).slice(0, -2),
  () => '<html>502 Bad Gateway</html>',
  () => '{}',
  () => [],
  (answers) => answers.slice(1),
  (answers) => answers.map((each) => ({ ...each, id: String(each.id) })),
  ...[null, true, -1, 1.5, 'x', '0x', '', [], {}, [null], `0x${'f'.repeat(65)}`].map(
    (result) => (answers: readonly Answer[]) => answers.map(({ id }) => ({ jsonrpc: '2.0', id, result })),
  ),
  (answers) => answers.map(({ id }) => ({ jsonrpc: '2.0', id, result: { context: {}, value: [{}] } })),
  (answers) => answers.map(({ id }) => ({ jsonrpc: '2.0', id, error: 'no' })),
];

/** Of a list of answers within a result, each is given to the question behind it. */
function turned(result: unknown): unknown {
  if (Array.isArray(result)) return result;
  if (typeof result !== 'object' || result === null || !('value' in result) || !Array.isArray(result.value)) {
    return result;
  }
  const [first, ...rest] = result.value as readonly unknown[];
  return rest.length === 0 ? result : { ...result, value: [...rest, first] };
}

function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
}
