import type { Payment } from '@stablecoin/contracts';
import { readHistory } from '@stablecoin/event-sourcing';
import { submissionStreams } from '../../apps/payment/src/domain/streams';
import { hasSettled, isAskedAgain, isSigned, type Cell } from './cells';
import type { Obstacle } from './outside';
import type { Site } from './site';
import { signApproval } from './wallet';
import type { Order, World } from './world';

/** What a payment does not get past at a stage. */
const OBSTACLES: Readonly<Partial<Record<Cell['stage'], Obstacle>>> = {
  accepted: 'payment.InitiatePayment',
  initiated: 'compliance.ScreenPayment',
  broadcast: 'send',
  assembled: 'take',
  authorized: 'assemble',
  asked_again: 'send',
};

function obstacleOf({ payer, stage }: Cell): Obstacle | undefined {
  const funds = payer === 'treasury' ? 'treasury' : 'wallet';
  if (stage === 'routed') return `${funds}.ReserveFunds`;
  return stage === 'reserved' ? `${funds}.funds_reserved` : OBSTACLES[stage];
}

/** Whether people have approved a payment before it came to its stage. */
function isApproved(cell: Cell): boolean {
  return cell.payer === 'owners' && (cell.stage === 'reserved' || hasSettled(cell) || isSigned(cell));
}

/** Orders payments of a cell, and brings them to the stage of the backup. @param payments - so many */
export async function reach(
  world: World,
  site: Site,
  { cell, payments }: { readonly cell: Cell; readonly payments: number },
): Promise<readonly Order[]> {
  const orders = Array.from({ length: payments }, () => world.order(cell, cell.key === 'key'));
  const obstacle = obstacleOf(cell);
  if (obstacle !== undefined) for (const { to } of orders) world.outside.obstruct(to, obstacle);
  await Promise.all(orders.map((order) => world.place(site, order)));
  const decide = (payment: Payment): Promise<void> => (isApproved(cell) ? site.decide(payment) : Promise.resolve());
  const are = (holds: (payment: Payment) => boolean): Promise<void> => world.payments(site, orders, holds, decide);
  switch (cell.stage) {
    case 'in_review':
      await are(({ stage, compliance_ref: ref }) => stage === 'screening' && ref !== null);
      break;
    case 'approval_requested':
      await are((payment) => payment.approval_id !== null);
      break;
    case 'one_of_two_approvals':
      await are((payment) => payment.approval_id !== null);
      for (const { id } of orders) {
        const payment = await site.payment(id);
        if (payment !== null) await site.approveOnce(payment);
      }
      break;
    case 'broadcast':
      await are(({ stage }) => stage === 'broadcast');
      break;
    case 'authorized':
      await are(({ stage }) => stage === 'queued');
      break;
    case 'settled_not_final':
      await are(({ status }) => status === 'settled');
      if (cell.chain !== 'solana') await requireNotFinal(site);
      break;
    case 'asked_again':
      await are(({ stage }) => stage === 'broadcast');
      await undo(world, site, orders);
      break;
    case 'routed':
      await are(({ stage }) => stage === 'reserving');
      break;
    case 'accepted':
    case 'initiated':
    case 'reserved':
    case 'assembled':
      await world.until(async () => {
        for (const { id } of orders) {
          const payment = await site.payment(id);
          if (payment !== null) await decide(payment);
        }
        return orders.every(({ id }) => world.outside.isHeld(id));
      }, `not every payment is ${cell.stage}`);
  }
  return orders;
}

/** Has payments settle in one block, which is taken away until what their owners have signed has expired. */
async function undo(world: World, site: Site, orders: readonly Order[]): Promise<void> {
  await world.outside.sendWithheld();
  world.outside.release();
  await world.payments(site, orders, ({ status }) => status === 'settled');
  for (const { to } of orders) world.outside.obstruct(to, 'send');
  await world.ground.reorganise('base');
  for (const { to } of orders) if ((await world.ground.held(to)) > 0n) throw new Error('a settled payment is final');
  await world.passUntil(() => areAskedAgain(site, orders), 'owners are not asked to sign again');
}

async function areAskedAgain(site: Site, orders: readonly Order[]): Promise<boolean> {
  for (const order of orders) if ((await site.askedAgain(order)) === undefined) return false;
  return true;
}

/** Owners sign what has settled again. */
export async function signAgain(world: World, site: Site, firsts: readonly Order[]): Promise<void> {
  const asked = firsts.filter(({ cell }) => isAskedAgain(cell));
  await world.until(() => areAskedAgain(site, asked), 'owners are not asked to sign again');
  for (const order of asked) await signApproval(site.api, (await site.askedAgain(order)) ?? '');
}

/** Of a service whose payments before these were final. */
async function requireNotFinal({ runtime: { store } }: Site): Promise<void> {
  let open = 0;
  for await (const events of readHistory(store, [submissionStreams])) {
    for (const { type } of events) open += type === 'SubmissionAssembled' ? 1 : type === 'SubmissionFinal' ? -1 : 0;
  }
  if (open === 0) throw new Error('what has settled is final already');
}
