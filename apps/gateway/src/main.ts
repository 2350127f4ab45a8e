import 'reflect-metadata';
import { runService } from '@stablecoin/host';
import { startGateway } from './start-gateway';

runService({ name: 'gateway', asks: ['payment', 'wallet', 'compliance', 'treasury', 'webhook'] }, startGateway);
