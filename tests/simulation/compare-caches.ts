import { isDeepStrictEqual } from 'node:util';
import type { Type } from '@nestjs/common';
import type { Command, CommandHandler, Decider, DomainEvent } from '@stablecoin/event-sourcing';
import { PaymentHandler } from '../../apps/payment/src/application/handlers';
import { paymentDecider } from '../../apps/payment/src/domain/decide-payment';
import { TreasuryHandler } from '../../apps/treasury/src/application/handlers';
import { treasuryDecider } from '../../apps/treasury/src/domain/decide-treasury';
import { WalletHandler } from '../../apps/wallet/src/application/handlers';
import { walletDecider } from '../../apps/wallet/src/domain/decide-wallet';
import type { Service } from './services';
import type { Simulation } from './simulation';

/** Every instance must have the state of each stream that the stream itself leads to. */
export async function compareCaches(simulation: Simulation): Promise<void> {
  await compare(simulation, 'payment', PaymentHandler, paymentDecider);
  await compare(simulation, 'treasury', TreasuryHandler, treasuryDecider);
  await compare(simulation, 'wallet', WalletHandler, walletDecider);
}

async function compare<State, C extends Command, E extends DomainEvent>(
  simulation: Simulation,
  service: 'payment' | 'treasury' | 'wallet',
  token: Type<CommandHandler<State, C, E>>,
  decider: Decider<State, C, E>,
): Promise<void> {
  const { store, cluster, world } = simulation;
  const { snapshot } = decider;
  const comparable = (state: State): unknown => (snapshot === undefined ? state : snapshot.toJson(state));
  const states = new Map<string, State>();
  for (const { stream, ...event } of store.events) {
    if (!stream.startsWith(decider.streams.prefix) || event.type === 'CommandRefused') continue;
    states.set(stream, decider.evolve(states.get(stream) ?? decider.initialState(), event as unknown as E));
  }
  for (const instance of cluster.running(service)) {
    const handler = (instance.service as Service).get(token);
    for (const [stream, state] of states) {
      const own = await simulation.drive(handler.query(stream, comparable));
      if (isDeepStrictEqual(own, comparable(state))) continue;
      world.fail(`${instance.process.name} has another state of ${stream} than the stream`);
    }
  }
}
