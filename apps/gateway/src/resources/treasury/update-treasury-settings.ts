import { Body, Controller, Inject, Patch, Req } from '@nestjs/common';
import {
  treasuryKey,
  type ConfigureTreasury,
  type QueryMap,
  type TreasurySettings,
  parseAmount,
  toUnits,
  type ChainName,
  type Units,
} from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { commandMessage } from '../../application/command-message';
import { Writes } from '../../application/writes';
import { Endpoint } from '../../http/endpoint';
import { Input, Nullable, Optional, Required, Says } from '../../http/fields';
import { contextOf, tenantOf } from '../../http/request-context';
import { IsAmount } from '../../http/validators';
import { QUERIES } from '../../http/tokens';
import { treasurySettings } from './treasury.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** USDC balances by chain; null: none is watched. */
@Input('UpdateChainThresholds', 'By chain.')
export class ChainThresholds implements Partial<Record<ChainName, string | null>> {
  @Nullable()
  @IsAmount()
  @Says('`null` removes it.', '100.00')
  base?: string | null;

  @Nullable()
  @IsAmount()
  @Says('`null` removes it.', '100.00')
  ethereum?: string | null;

  @Nullable()
  @IsAmount()
  @Says('`null` removes it.', '100.00')
  solana?: string | null;
}

/** USDC balances below which `treasury.low_balance` is sent. */
@Input('UpdateLowBalance', 'USDC thresholds, greater than zero. `null` removes one.')
export class LowBalanceThresholds {
  @Nullable()
  @IsAmount()
  @Says('Of all chains together; `null` removes it.', '1000.00')
  total?: string | null;

  @Optional({ type: () => ChainThresholds })
  @Says('By chain.')
  chains?: ChainThresholds;
}

/** Body of `PATCH /treasury/settings`. */
@Input('UpdateTreasurySettings', 'Omitted fields stay as they are.')
export class UpdateSettingsBody {
  @Required({ type: () => LowBalanceThresholds })
  @Says('The thresholds.')
  low_balance!: LowBalanceThresholds;
}

const document: OperationDocument = {
  summary: 'Change the settings of the treasury',
  description:
    'Omitted fields stay as they are; `null` removes a threshold. One crossing sends one event; the next is sent after the balance has been one percent above the threshold.',
  requests: {
    both: {
      summary: 'In total and for one chain',
      value: { low_balance: { total: '1000.00', chains: { base: '100.00' } } },
    },
    remove: { summary: 'Remove one', value: { low_balance: { total: null } } },
  },
  answer: {
    description: 'The current settings.',
    schema: 'TreasurySettings',
    examples: { thresholds: { summary: 'In total and for one chain', value: treasurySettings } },
  },
  errors: {
    invalid_request: {
      message: 'low_balance.total must be a decimal string greater than zero.',
      param: 'low_balance.total',
    },
  },
};

/** `PATCH /treasury/settings`: what is not named stays as it is. */
@Controller('v1/treasury')
export class UpdateTreasurySettingsController {
  constructor(
    private readonly writes: Writes,
    @Inject(QUERIES) private readonly queries: Queries<QueryMap>,
  ) {}

  @Patch('settings')
  @Endpoint({ scope: 'treasury:write', limit: 'other' })
  @ApiOperation(document)
  async updateTreasurySettings(
    @Body() body: UpdateSettingsBody,
    @Req() request: FastifyRequest,
  ): Promise<TreasurySettings> {
    const context = contextOf(request);
    const tenant = tenantOf(request);
    const key = treasuryKey(tenant);
    const lowBalance = readThresholds(body.low_balance);
    const { object } = await this.writes.perform(context, {
      params: lowBalance,
      plan: () => ({
        resources: [key],
        messages: [
          commandMessage<ConfigureTreasury>(context, { type: 'treasury.ConfigureTreasury', key, data: { lowBalance } }),
        ],
      }),
      outcome: ({ requestId }) => this.queries.ask('treasury.outcome', { ...tenant, id: key, commandId: requestId }),
      read: () => this.queries.ask('treasury.settings', tenant),
    });
    return object;
  }
}

function readThresholds({ total, chains }: LowBalanceThresholds): ConfigureTreasury['data']['lowBalance'] {
  const named = Object.entries(chains ?? {}) as [ChainName, string | null][];
  return {
    ...(total === undefined ? {} : { total: readThreshold(total) }),
    ...(chains === undefined
      ? {}
      : { chains: Object.fromEntries(named.map(([chain, text]) => [chain, readThreshold(text)])) }),
  };
}

function readThreshold(text: string | null): Units | null {
  const amount = text === null ? undefined : parseAmount(text);
  return amount === undefined ? null : toUnits(amount);
}
