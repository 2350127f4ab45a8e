/** @slow 60 */
import { newId } from '@stablecoin/contracts';
import type { Payment, PaymentOrder } from '@stablecoin/contracts';
import { describeWithAnvil } from '@stablecoin/chains/testing';
import { FakeServices } from './testing/fake-services';
import { order } from './testing/payments';
import { cellsOf, nameOf } from './testing/restore-cells';
import type { Cell } from './testing/restore-cells';
import { RestoreWorld } from './testing/restore-world';
import type { TestService } from './testing/service';

/** Of the matrix of protocol rules 34 to 37, such as `RESTORE_CELLS='solana/key/authorized/*'`. */
const CELLS = cellsOf(process.env['RESTORE_CELLS'] ?? '*/*/*/*');
const LIVE = { account: 'acme', livemode: true };
const AMOUNT = 2_000_000n;
const ROUNDS_MAX = 300;
/** Longer than every validity of the local chains, and the finality of their blocks. */
const OVER_MS = 180_000;

describeWithAnvil('protocol rules 34 to 37: a backup in the middle of payments, on Base', () => runCells('base'));
describe('protocol rules 34 to 37: a backup in the middle of payments, on Solana', () => runCells('solana'));

function runCells(chain: Cell['chain']): void {
  const cells = CELLS.filter((cell) => cell.chain === chain).map((cell) => [nameOf(cell), cell] as const);
  if (cells.length === 0) {
    it.skip('no cell is selected', () => undefined);
    return;
  }
  let world: RestoreWorld;
  beforeAll(async () => {
    world = await RestoreWorld.open(chain);
  }, 60_000);
  afterAll(() => world.stop());

  it.each(cells)(
    '%s: nobody gets more than was ordered, nobody who is paid is told that it failed, everything ends',
    (_, cell) => new CellRun(world, cell).run(),
    120_000,
  );
}

/** One payment, its backup, the lost interval, the restore, and the count on chain. */
class CellRun {
  readonly #to: string;
  #orders = 0;

  constructor(
    private readonly world: RestoreWorld,
    private readonly cell: Cell,
  ) {
    this.#to = world.ground.recipient();
  }

  async run(): Promise<void> {
    const { world, cell } = this;
    const folder = world.newFolder();
    const first = this.#order(cell.key === 'key');
    let service = await world.start(folder, silentServices());
    await this.#reach(service, first);
    await service.stop();
    const backup = world.copy(folder);

    service = await world.start(folder, silentServices());
    const again = await this.#lostInterval(service, first);
    await service.stop();
    Object.assign(world.held, { assembling: false, sending: false });
    for (let passed = 0; passed < OVER_MS; passed += 10_000) await world.pass(10_000);
    for (let rounds = 0; rounds < 8; rounds++) await world.pass();

    const outcome = await world.accept(backup, 'generation-1');
    const isSigned = cell.stage === 'authorized' || cell.stage === 'broadcast';
    expect(outcome).toEqual({
      found: cell.interval === 'paid' ? 1 : 0,
      failed: cell.interval !== 'paid' && isSigned ? 1 : 0,
      held: cell.interval !== 'paid' && !isSigned ? 1 : 0,
    });
    service = await world.start(backup, silentServices());
    try {
      await this.#afterTheRestore(service, first, again, isSigned);
      expect(await service.runtime.deadLetters.list()).toEqual([]);
    } finally {
      await service.stop();
    }
    expect(await world.ground.received(this.#to)).toBe(AMOUNT);
  }

  async #afterTheRestore(
    service: TestService,
    first: PaymentOrder,
    again: PaymentOrder | null,
    isSigned: boolean,
  ): Promise<void> {
    const { cell } = this;
    if (cell.interval === 'paid') {
      expect(await read(service, first)).toMatchObject({ status: 'settled' });
      return;
    }
    // A screening whose deadline has passed since may end a payment that no chain has.
    const { status } = isSigned ? await this.#ended(service, first) : await this.#heldOrEnded(service, first);
    if (isSigned) expect(status).toBe('failed');
    if (again !== null) {
      // The client wants the second order, and knows nothing of the first but that it ended.
      if (status === 'pending') await cancel(service, first);
      const repeated = { ...again, paymentId: newId('pay', this.world.now()) };
      await place(service, repeated);
      expect(await this.#ended(service, repeated)).toMatchObject({ status: 'settled' });
      return;
    }
    // Nothing was sent: the client repeats its key, or orders once more what has failed.
    if (status === 'failed') {
      const other = this.#order(true);
      await place(service, other);
      await this.#push(service, other);
      expect(await this.#ended(service, other)).toMatchObject({ status: 'settled' });
      return;
    }
    await service.publish(
      'payment.ConfirmPayment',
      { paymentId: first.paymentId, generation: 'generation-1' },
      first.paymentId,
      LIVE,
    );
    expect(await this.#ended(service, first)).toMatchObject({ status: 'settled' });
  }

  async #heldOrEnded(service: TestService, placed: PaymentOrder): Promise<Payment> {
    await this.#push(service, placed);
    return this.#until(service, placed, ({ stage, status }) => stage === 'held' || status === 'failed');
  }

  #order(isKeyed: boolean): PaymentOrder {
    const { chain } = this.cell;
    this.#orders += 1;
    const paymentId = newId('pay', this.world.now());
    const idempotencyKey = isKeyed ? `${paymentId}-${this.#orders}` : null;
    return order({ paymentId, idempotencyKey, to: this.#to, amount: `${AMOUNT}`, chain, candidates: [chain] });
  }

  /** Brings a payment to the stage of the backup. */
  async #reach(service: TestService, placed: PaymentOrder): Promise<void> {
    const { held } = this.world;
    const { stage } = this.cell;
    held.assembling = stage === 'authorized';
    held.sending = stage === 'broadcast';
    await place(service, placed);
    if (stage === 'initiated') return this.#isIn(service, placed, 'screening');
    await screened(service, placed);
    if (stage === 'awaiting_approval') {
      await this.#until(service, placed, (payment) => payment.stage === 'reserving');
      const data = { paymentId: placed.paymentId, reservationId: `${placed.paymentId}#1`, approvalId: 'apr_1' };
      await service.publish('treasury.approval_requested', data, placed.paymentId, LIVE);
      return this.#isIn(service, placed, 'awaiting_approval');
    }
    if (stage === 'reserved') return this.#isIn(service, placed, 'reserving');
    await reserved(service, placed, this.cell.chain);
    await this.#isIn(service, placed, stage === 'authorized' ? 'queued' : 'broadcast');
  }

  /** Answers what a payment may still wait for: a late answer changes nothing. */
  async #push(service: TestService, placed: PaymentOrder): Promise<void> {
    await screened(service, placed);
    await this.#until(service, placed, ({ stage, status }) => status !== 'pending' || stage !== 'screening');
    await reserved(service, placed, this.cell.chain);
  }

  /** @returns what the client has ordered in the place of the first order */
  async #lostInterval(service: TestService, first: PaymentOrder): Promise<PaymentOrder | null> {
    const { world, cell } = this;
    if (cell.interval === 'nothing_sent') return null;
    if (cell.interval === 'paid') {
      Object.assign(world.held, { assembling: false, sending: false });
      await this.#push(service, first);
      expect(await this.#ended(service, first)).toMatchObject({ status: 'settled' });
      return null;
    }
    if (cell.stage === 'authorized' || cell.stage === 'broadcast') {
      for (let passed = 0; passed < OVER_MS; passed += 10_000) await world.pass(10_000);
      world.held.assembling = false;
      expect(await this.#ended(service, first)).toMatchObject({ status: 'failed' });
    } else await cancel(service, first);
    Object.assign(world.held, { assembling: false, sending: false });
    const again = this.#order(true);
    await place(service, again);
    await this.#push(service, again);
    expect(await this.#ended(service, again)).toMatchObject({ status: 'settled' });
    return again;
  }

  async #isIn(service: TestService, placed: PaymentOrder, stage: Payment['stage']): Promise<void> {
    await this.#until(service, placed, (payment) => payment.stage === stage);
  }

  #ended(service: TestService, placed: PaymentOrder): Promise<Payment> {
    return this.#until(service, placed, ({ status }) => status !== 'pending');
  }

  async #until(service: TestService, placed: PaymentOrder, holds: (payment: Payment) => boolean): Promise<Payment> {
    for (let rounds = 0; ; rounds++) {
      const payment = await read(service, placed);
      if (payment !== null && holds(payment)) return payment;
      if (rounds > ROUNDS_MAX) throw new Error(`${nameOf(this.cell)}: ${JSON.stringify(payment)}`);
      await this.world.pass();
    }
  }
}

/** They answer nothing by themselves: each cell says when. */
function silentServices(): FakeServices {
  const fakes = new FakeServices();
  fakes.screen = () => [];
  fakes.reserve = () => [];
  return fakes;
}

function place(service: TestService, placed: PaymentOrder): Promise<void> {
  return service.publish('payment.InitiatePayment', placed, placed.paymentId, LIVE);
}

function screened(service: TestService, { paymentId }: PaymentOrder): Promise<void> {
  const data = { paymentId, ref: 'cpl_1', status: 'cleared', reason: null };
  return service.publish('compliance.payment_screened', data, paymentId, LIVE);
}

function reserved(service: TestService, { paymentId }: PaymentOrder, chain: Cell['chain']): Promise<void> {
  const data = { paymentId, reservationId: `${paymentId}#1`, chain };
  return service.publish('treasury.funds_reserved', data, paymentId, LIVE);
}

async function cancel(service: TestService, { paymentId }: PaymentOrder): Promise<void> {
  await service.publish('payment.CancelPayment', { paymentId }, paymentId, LIVE);
}

function read(service: TestService, { paymentId: id }: PaymentOrder): Promise<Payment | null> {
  return service.runtime.queries.ask('payment.get', { ...LIVE, id });
}
