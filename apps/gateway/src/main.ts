import 'reflect-metadata';
import { runService } from '@stablecoin/platform';
import { startGateway } from './start-gateway';

runService('gateway', startGateway);
