import type { Page } from '@stablecoin/contracts';
import type { Random } from '@stablecoin/event-sourcing/testing';
import type { Api, ApiResponse } from '../../e2e/support/api';
import { inTurns } from './in-turns';
import type { Order } from './orders';
import { paymentIdOf } from '../../e2e/support/payments';

const READS_AT_ONCE = 8;

/** What a person was told about a payment that they decided on. */
export interface Decision {
  readonly verdict: 'approve' | 'cancel';
  readonly paymentId: string;
  readonly status: number;
}

/**
 * A client of a service that may die at any moment: it sends orders until they are answered, and keeps everything that
 * it was ever told.
 */
export class Witness {
  readonly orders: Order[] = [];
  /** Answers to each key, in the order in which they came. */
  readonly answers = new Map<string, ApiResponse[]>();
  /** Payments without a key that were answered: what was not answered may have been made, and nobody can tell. */
  readonly unkeyed = new Set<string>();
  readonly decisions: Decision[] = [];
  /** What was read of every payment once it had ended. */
  readonly endings = new Map<string, string>();
  /** Answers that say nothing but to try again, and so are no answers. */
  readonly toldToRetry: ApiResponse[] = [];
  /** What a client must never be told. */
  readonly lies: string[] = [];
  #api: Api | undefined;

  /** Of a service that stays up. */
  static of(api: Api): Witness {
    const witness = new Witness();
    witness.connect(api);
    return witness;
  }

  /** The service is up, maybe again. */
  connect(api: Api): void {
    this.#api = api;
  }

  get paymentIds(): readonly string[] {
    const answered = this.orders.filter(({ path }) => path === '/payments').map(({ body }) => this.answersTo(body));
    const keyed = answered.flatMap(([first]) => (first === undefined ? [] : [paymentIdOf(first)]));
    return [...keyed, ...this.unkeyed];
  }

  get unanswered(): readonly Order[] {
    return this.orders.filter(({ body }) => this.answersTo(body).length === 0);
  }

  answersTo({ idempotency_key }: Order['body']): readonly ApiResponse[] {
    return this.answers.get(idempotency_key) ?? [];
  }

  /**
   * Sends an order, and decides on the payment when it waits. Does nothing more when the service dies meanwhile.
   *
   * @param onAnswer - is called when there is an answer to the order
   */
  async send({ path, body, headers, then }: Order, onAnswer: () => void = () => undefined): Promise<void> {
    const [earlier] = this.answersTo(body);
    const ending = earlier === undefined ? undefined : this.endings.get(paymentIdOf(earlier));
    const answer = await this.#request('POST', path, { body, headers });
    if (answer === null || this.#isToldToRetry(answer)) return;
    onAnswer();
    this.answers.set(body.idempotency_key, [...this.answersTo(body), answer]);
    if (path !== '/payments') return;
    this.#seen(answer, ending);
    const [paymentId, approval] = [paymentIdOf(answer), answer.body['approval_id']];
    if (then === 'cancel') await this.#decide('cancel', paymentId, `/payments/${paymentId}/cancel`);
    if (then === 'approve' && typeof approval === 'string') {
      await this.#decide('approve', paymentId, `/approvals/${approval}/approve`);
    }
  }

  /** Makes a payment without a key, which can be sent once only. */
  async sendUnkeyed(body: object): Promise<void> {
    const answer = await this.#request('POST', '/payments', { body, headers: { prefer: 'respond-async' } });
    if (answer === null || this.#isToldToRetry(answer)) return;
    this.unkeyed.add(paymentIdOf(answer));
    this.#seen(answer, undefined);
  }

  /** Reads payments that it knows of, one after the other, until the service dies or the work is over. */
  async watch(random: Random, isOver: () => boolean): Promise<void> {
    while (!isOver() && (await this.readAny(random)));
  }

  /** Reads a payment that it knows of. Resolves to false when nothing has answered. */
  async readAny(random: Random): Promise<boolean> {
    const { paymentIds } = this;
    const id = paymentIds[random.below(paymentIds.length)];
    const ending = id === undefined ? undefined : this.endings.get(id);
    const answer = await this.#request('GET', id === undefined ? '/payments' : `/payments/${id}`);
    if (id !== undefined && answer !== null) this.#seen(answer, ending);
    return answer !== null;
  }

  /** Reads every payment that it knows of, a few at a time. */
  async readAll(): Promise<void> {
    await inTurns(this.paymentIds, READS_AT_ONCE, async (id) => {
      const ending = this.endings.get(id);
      const answer = await this.#request('GET', `/payments/${id}`);
      if (answer !== null) this.#seen(answer, ending);
    });
  }

  /** Every object of a list. */
  async list<T>(path: string): Promise<T[]> {
    const all: T[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? '' : `&starting_after=${cursor}`;
      const page = (await this.read(`${path}?limit=100${after}`)) as unknown as Page<T>;
      all.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return all;
  }

  async read(path: string): Promise<ApiResponse['body']> {
    const answer = await this.#request('GET', path);
    if (answer?.status !== 200) throw new Error(`${path} answered ${answer?.status}: ${answer?.text}`);
    return answer.body;
  }

  async #decide(verdict: Decision['verdict'], paymentId: string, path: string): Promise<void> {
    const ending = this.endings.get(paymentId);
    const answer = await this.#request('POST', path, { body: {} });
    if (answer === null || this.#isToldToRetry(answer)) return;
    this.decisions.push({ verdict, paymentId, status: answer.status });
    if (verdict === 'cancel' && answer.status === 200) this.#seen(answer, ending);
  }

  #isToldToRetry(answer: ApiResponse): boolean {
    if (answer.status < 500 && answer.status !== 429) return false;
    this.toldToRetry.push(answer);
    return true;
  }

  /**
   * A payment that was answered exists, and one that has ended stays as it is. A refusal shows no payment.
   *
   * @param ending - how it had ended when the request was sent: an answer may be overtaken by that of a later request
   */
  #seen(answer: ApiResponse, ending: string | undefined): void {
    if (this.#isToldToRetry(answer)) return;
    const { status, body, text } = answer;
    if (body['code'] !== undefined && body['payment_id'] !== undefined) return;
    const id = String(body['id']);
    if (status === 404) this.lies.push(`an answered payment was read as ${status}: ${text}`);
    if (ending !== undefined && ending !== text) this.lies.push(`it had ended as ${ending}, and was read as ${text}`);
    if (body['status'] === 'settled' || body['status'] === 'failed') this.endings.set(id, text);
  }

  /** Null: the service died before it answered. */
  async #request(method: string, path: string, options = {}): Promise<ApiResponse | null> {
    if (this.#api === undefined) throw new Error('connect() comes first');
    try {
      return await this.#api.request(method, path, options);
    } catch {
      return null;
    }
  }
}
