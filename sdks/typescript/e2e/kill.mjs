// Pays PAYMENTS payments at the same time, and says which are settled; the service is killed meanwhile.
import { readFileSync } from 'node:fs';
import { StablecoinPayments } from 'stablecoin-payments';

const { recipients } = JSON.parse(readFileSync(new URL('../../vectors/end-to-end.json', import.meta.url), 'utf8'));
const client = new StablecoinPayments({ maxRetries: 12 });

async function pay(number) {
  const amount = number % 2 === 1 ? `${number}.00` : `${number}.000101`;
  const idempotencyKey = `kill-${number}`;
  const { id } = await client.payments.create({ to: recipients.evm, amount }, { idempotencyKey });
  const { status } = await client.payments.wait(id);
  if (status !== 'settled') throw new Error(`${idempotencyKey} is ${status}`);
  console.log(`paid ${idempotencyKey} ${id}`);
}

await Promise.all(Array.from({ length: Number(process.env.PAYMENTS) }, (_, index) => pay(index + 1)));
