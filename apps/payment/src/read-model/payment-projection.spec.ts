import { newId } from '@stablecoin/contracts';
import type { Page, PageRequest, Payment, PaymentFilter } from '@stablecoin/contracts';
import { openDatabase } from '@stablecoin/stores';
import { rebuildReadModel } from '@stablecoin/event-sourcing';
import type { OpenDatabase } from '@stablecoin/event-sourcing';
import { databaseKinds } from '@stablecoin/stores/testing';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Kysely } from 'kysely';
import { fundsReserved } from '../testing/fake-services';
import { T0, WALLET_ID } from '../testing/payments';
import { TestService } from '../testing/service';
import { paymentProjection } from './payment-projection';
import { paymentJobProjection } from './payment-job-projection';
import type { PaymentTables } from './tables';

const SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

describe.each(databaseKinds())('on $name', ({ environment }) => {
  let service: TestService;
  let rebuilt: OpenDatabase<PaymentTables>;

  beforeEach(async () => {
    service = await TestService.start(await environment());
    service.runtime.queries.register('wallet.get', () => Promise.resolve({ address: SOLANA } as never));
    rebuilt = openDatabase('sqlite::memory:');
  });

  afterEach(async () => {
    await service.stop();
    await rebuilt.close();
  });

  const live = () => service.runtime.database<PaymentTables>('payment');

  async function rowsOf(db: Kysely<PaymentTables>) {
    return {
      payments: await db.selectFrom('payments').selectAll().orderBy('id').execute(),
      metadata: await db.selectFrom('payment_metadata').selectAll().orderBy('owner').orderBy('key').execute(),
      terms: await db.selectFrom('payment_terms').selectAll().orderBy('owner').orderBy('term').execute(),
      stats: await db.selectFrom('payment_stats').selectAll().orderBy('id').execute(),
      senders: await db.selectFrom('senders').selectAll().orderBy('sender').execute(),
      work: await db.selectFrom('work').selectAll().orderBy('kind').orderBy('key').execute(),
    };
  }

  describe('the read model', () => {
    it('made anew from all events is the one that was kept up to date', async () => {
      const ended = ['12000000', '12000201', '12000204', '12000301'] as const;
      const ids = await Promise.all(ended.map((amount) => service.initiate({ amount })));
      for (const id of ids) await service.end(id);
      // Some are left in the middle of it: on their way, reserving, and in screening.
      await service.reaches(
        'broadcast',
        await service.initiate({ amount: '12000102', memo: 'Invoice', metadata: { order: '1042' } }),
      );
      service.fakes.reserve = () => [];
      await service.reaches('reserving', await service.initiate());
      service.fakes.screen = () => [];
      await service.reaches('screening', await service.initiate());
      await eventually(async () => {
        // The table of work rests, for what is held in memory.
        service.clock.advance(250);
        const { work } = await rowsOf(live());
        expect(work.map(({ kind }) => kind)).toEqual(['screening_deadline', 'submission']);
      });

      const { store, configuration } = service.runtime;
      for (const projection of [paymentProjection, paymentJobProjection(configuration)]) {
        await rebuildReadModel({ store, db: rebuilt.db, projection });
      }
      expect((await list({ status: 'pending' })).data).toHaveLength(3);
      await eventually(async () => expect(await rowsOf(rebuilt.db)).toEqual(await rowsOf(live())));
      expect((await rowsOf(rebuilt.db)).payments).toHaveLength(7);
      expect((await rowsOf(rebuilt.db)).metadata).toHaveLength(1);
      expect((await rowsOf(rebuilt.db)).terms.map(({ term }) => term)).toEqual(['1042', 'invoice']);
      expect((await rowsOf(rebuilt.db)).stats.length).toBeGreaterThan(0);
    });

    it('says what the stream says', async () => {
      const ids = await Promise.all((['12000000', '12000201'] as const).map((amount) => service.initiate({ amount })));
      for (const id of ids) {
        const folded = await service.end(id);
        expect((await list({})).data.find((payment) => payment.id === id)).toEqual(folded);
      }
    });
  });

  function list(changes: Partial<PageRequest & PaymentFilter>): Promise<Page<Payment>> {
    return service.runtime.queries.ask('payment.list', {
      ...{ account: 'acme', livemode: false, limit: 20, startingAfter: null },
      ...{
        wallets: null,
        id: null,
        status: null,
        stage: null,
        metadata: {},
        chain: null,
        to: null,
        wallet: null,
        createdAfter: null,
        createdBefore: null,
      },
      ...changes,
    });
  }

  describe('Lists', () => {
    const ids: string[] = [];

    beforeEach(async () => {
      ids.length = 0;
      service.fakes.reserve = (message) => [fundsReserved(message)];
      // A minute apart: settled on base, failed, from a wallet on solana, and another one on base.
      const orders = [
        { amount: '12000000' },
        { amount: '12000201' },
        { amount: '12000000', to: SOLANA, candidates: ['solana'], from: WALLET_ID },
        { amount: '12000000' },
      ] as const;
      for (const order of orders) {
        ids.push(await service.initiate({ ...order }));
        await service.end(ids.at(-1)!);
        service.clock.advance(60_000);
      }
      expect((await list({ status: 'pending' })).data).toEqual([]);
    });

    const idsOf = async (changes: Partial<PageRequest & PaymentFilter>) =>
      (await list(changes)).data.map(({ id }) => ids.indexOf(id));

    it('lists are newest first', async () => {
      expect(await idsOf({})).toEqual([3, 2, 1, 0]);
    });

    it('find the payments that a text names, with the other filters and page by page', async () => {
      const memos = ['Invoice (INV-1042), paid', 'invoice inv-1043', null] as const;
      for (const memo of memos) {
        ids.push(await service.initiate({ amount: '12000000', memo, metadata: { customer: 'INVOICE' } }));
        await service.end(ids.at(-1)!);
      }
      const search = (text: string, changes = {}) => idsOf({ search: { text, id: null }, ...changes });
      expect(await search('Invoice')).toEqual([6, 5, 4]);
      expect(await search('invoice', { status: 'failed' })).toEqual([]);
      expect(await search('invoice', { metadata: { customer: 'INVOICE' }, limit: 2 })).toEqual([6, 5]);
      expect(await search('invoice', { limit: 2, startingAfter: ids[5]! })).toEqual([4]);
      expect(await search('inv-1042')).toEqual([4]);
      expect(await search(' Invoice (INV-1042), paid ')).toEqual([4]);
      expect(await search('1042')).toEqual([]);
      expect(await search('inv')).toEqual([]);
      expect(await search(ids[1]!)).toEqual([1]);
      expect(await search(SOLANA)).toEqual([2]);
      const [{ txHash }] = (await list({ limit: 1 })).data as [Payment];
      expect(await search(txHash!.toUpperCase().replace('0X', '0x'))).toEqual([6]);
      expect(await idsOf({ search: { text: 'order-7', id: ids[3]! } })).toEqual([3]);
      expect(await search('invoice', { account: 'other' })).toEqual([]);
      expect(await search('invoice', { livemode: true })).toEqual([]);
    });

    it('filter by status, chain, recipient and wallet', async () => {
      expect(await idsOf({ status: 'failed' })).toEqual([1]);
      expect(await idsOf({ status: 'settled' })).toEqual([3, 2, 0]);
      expect(await idsOf({ chain: 'solana' })).toEqual([2]);
      expect(await idsOf({ to: SOLANA })).toEqual([2]);
      expect(await idsOf({ wallet: WALLET_ID })).toEqual([2]);
      expect(await idsOf({ chain: 'base', status: 'settled' })).toEqual([3, 0]);
    });

    it('filter by the time of creation, both ends exclusive', async () => {
      const [, second, third] = (await list({})).data.map(({ created_at }) => Date.parse(created_at)).reverse();
      expect(await idsOf({ createdAfter: T0 })).toEqual([3, 2, 1]);
      expect(await idsOf({ createdAfter: T0, createdBefore: third! })).toEqual([1]);
      expect(await idsOf({ createdBefore: second! })).toEqual([0]);
    });

    it('filter by stage, and by id', async () => {
      service.fakes.screen = () => [];
      ids.push(await service.initiate());
      expect(await idsOf({ stage: 'screening' })).toEqual([4]);
      expect(await idsOf({ stage: 'done' })).toEqual([3, 2, 1, 0]);
      expect(await idsOf({ stage: 'done', status: 'failed' })).toEqual([1]);
      expect(await idsOf({ stage: 'confirming' })).toEqual([]);
      expect(await idsOf({ id: ids[2]! })).toEqual([2]);
      expect(await idsOf({ id: ids[2]!, status: 'failed' })).toEqual([]);
    });

    it('filter by metadata, page by page', async () => {
      for (const metadata of [{ order: '1', team: 'red' }, { order: '2', team: 'red' }, { team: 'blue' }]) {
        ids.push(await service.initiate({ metadata }));
        await service.end(ids.at(-1)!);
      }
      expect(await idsOf({ metadata: { team: 'red' } })).toEqual([5, 4]);
      expect(await idsOf({ metadata: { team: 'red', order: '1' } })).toEqual([4]);
      expect(await idsOf({ metadata: { order: '1', team: 'blue' } })).toEqual([]);
      expect(await idsOf({ metadata: { team: 'red' }, status: 'failed' })).toEqual([]);
      expect(await idsOf({ metadata: { team: 'red' }, account: 'other' })).toEqual([]);
      expect(await idsOf({ metadata: { order: 'red' } })).toEqual([]);
      const first = await list({ metadata: { team: 'red' }, limit: 1 });
      expect(first).toMatchObject({ data: [{ metadata: { order: '2', team: 'red' } }], next_cursor: ids[5] });
      expect(await idsOf({ metadata: { team: 'red' }, limit: 1, startingAfter: ids[5]! })).toEqual([4]);
    });

    it('write no row for a payment without metadata, and one for each entry otherwise', async () => {
      const labels = () => live().selectFrom('payment_metadata').selectAll().execute();
      expect(await labels()).toEqual([]);
      const id = await service.initiate({ metadata: { order: '1', team: 'red' } });
      await service.end(id);
      expect((await list({ id })).data).toHaveLength(1);
      expect((await labels()).map(({ owner, key, value }) => [owner, key, value])).toEqual([
        [id, 'order', '1'],
        [id, 'team', 'red'],
      ]);
    });

    it('go on after a cursor, which is an id', async () => {
      const first = await list({ limit: 3 });
      expect(first).toMatchObject({ has_more: true, next_cursor: ids[1] });
      const second = await list({ limit: 3, startingAfter: first.next_cursor });
      expect(second).toMatchObject({ data: [{ id: ids[0] }], has_more: false, next_cursor: null });
      expect(await idsOf({ limit: 4 })).toHaveLength(4);
      expect((await list({ limit: 4 })).has_more).toBe(false);
    });

    it('show nothing of another account or the other mode', async () => {
      expect(await idsOf({ account: 'other' })).toEqual([]);
      expect(await idsOf({ livemode: true })).toEqual([]);
      const { queries } = service.runtime;
      for (const tenant of [
        { account: 'other', livemode: false },
        { account: 'acme', livemode: true },
      ]) {
        for (const id of [ids[0]!, newId('pay', T0)]) {
          expect(await queries.ask('payment.get', { ...tenant, id })).toBeNull();
          expect(await queries.ask('payment.timeline', { ...tenant, id })).toBeNull();
        }
      }
    });
  });

  describe('payment.get', () => {
    it('is never older than an answer already given: what is under way is read from the stream', async () => {
      service.fakes.screen = () => [];
      const id = await service.initiate();
      expect(await service.get(id)).toMatchObject({ status: 'pending', stage: 'screening' });
      expect(await service.runtime.queries.ask('payment.get', { account: 'other', livemode: false, id })).toBeNull();
      await service.publish('payment.CancelPayment', { paymentId: id }, id);
      expect(await service.get(id)).toMatchObject({ status: 'failed', stage: 'done', error_code: 'canceled' });
    });
  });
});
