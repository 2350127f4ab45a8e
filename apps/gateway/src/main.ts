import 'reflect-metadata';
import { SERVICES_BEHIND_GATEWAY } from '@stablecoin/contracts';
import { runService } from '@stablecoin/host';
import { startGateway } from './start-gateway';

runService({ name: 'gateway', asks: SERVICES_BEHIND_GATEWAY }, startGateway);
