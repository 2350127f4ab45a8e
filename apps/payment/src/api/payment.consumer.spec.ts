import type { PaymentState } from '../domain/payment';
import type { PaymentEvent } from '../domain/payment-events';
import { PaymentConsumer } from './payment.consumer';

const RESERVATION = 'pay_1#1';

/** A consumer in an instance that knows a state of the payment, and is asked what it handles. */
function consumerKnowing(known: Partial<PaymentState> & { readonly phase: PaymentState['phase'] }) {
  const handled: string[] = [];
  let reads = 0;
  const payments = {
    meets: (_: string, condition: (state: PaymentState) => boolean) => {
      reads += 1;
      return Promise.resolve(condition({ reservation: null, ...known } as PaymentState));
    },
    handle: (_: string, { type }: { readonly type: string }) => {
      handled.push(type);
      return Promise.resolve({ events: [] as PaymentEvent[] });
    },
  };
  const preparation = {
    authorization: () => Promise.resolve({}),
    screening: () => Promise.resolve({ type: 'RecordScreening' }),
  };
  const consumer = new PaymentConsumer(
    ...([payments, { release: () => undefined }, preparation, {}] as unknown as ConstructorParameters<
      typeof PaymentConsumer
    >),
  );
  return { consumer, handled, reads: () => reads };
}

const message = { data: { paymentId: 'pay_1', reservationId: RESERVATION } } as never;

describe('what others have answered', () => {
  it.each(['screening', 'in_review', 'waiting'] as const)(
    'is decided on the current state where this instance knows an older one: %s',
    async (phase) => {
      const { consumer, handled } = consumerKnowing({ phase });
      await consumer.reserved(message);
      await consumer.screened(message);
      expect(handled).toEqual(['AuthorizeTransfer', 'RecordScreening']);
    },
  );

  it('is prepared for a settled payment that has asked for it again, and for no other answer to it', async () => {
    const asked = { phase: 'settled', askedAgain: RESERVATION } as const;
    for (const [known, command] of [
      [asked, 'AuthorizeTransfer'],
      [{ ...asked, askedAgain: 'pay_1#2' }, 'DeclineFunds'],
    ] as const) {
      const { consumer, handled } = consumerKnowing(known);
      await consumer.reserved(message);
      expect(handled).toEqual([command]);
    }
  });

  it.each(['authorized', 'broadcast', 'confirming', 'settled', 'failed'] as const)(
    'is not prepared for a payment that is past it: %s',
    async (phase) => {
      const { consumer, handled, reads } = consumerKnowing({ phase });
      await consumer.reserved(message);
      await consumer.screened(message);
      expect(handled).toEqual(['DeclineFunds']);
      // Once for each message.
      expect(reads()).toBe(2);
    },
  );
});
