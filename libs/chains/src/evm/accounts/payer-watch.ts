import { CURRENCIES } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import type { ChainLog } from '../../chain-log';
import { reasonAgainstPayer } from '../chain-status';
import type { ChainStatus } from '../chain-status';

/** Says in the log when the treasury cannot pay any more, and when it can again. */
export class PayerWatch {
  readonly #parts: { readonly chain: string; readonly treasury: string; readonly log: ChainLog };
  readonly #reasons = new Map<Currency, string>();

  constructor(parts: { readonly chain: string; readonly treasury: string; readonly log: ChainLog }) {
    this.#parts = parts;
  }

  look(status: ChainStatus): void {
    const { chain, treasury, log } = this.#parts;
    for (const currency of CURRENCIES) {
      const reason = reasonAgainstPayer(status, currency, treasury);
      const before = this.#reasons.get(currency) ?? null;
      if (reason === before) continue;
      if (reason === null) {
        this.#reasons.delete(currency);
        log.warn({ chain, currency, treasury }, 'the treasury can pay again');
        continue;
      }
      this.#reasons.set(currency, reason);
      const advice = 'Payments are routed to other chains, or fail as chain_unavailable. See the runbook on chains';
      log.error({ chain, currency, treasury }, `${reason}. ${advice}`);
    }
  }
}
