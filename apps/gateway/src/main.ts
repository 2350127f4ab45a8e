import 'reflect-metadata';
import { runService } from '@stablecoin/service-host';
import { startGateway } from './start-gateway';

runService('gateway', startGateway);
