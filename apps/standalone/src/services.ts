import 'reflect-metadata';
import { runMicroservices } from '@stablecoin/host';
import { SERVICES } from './all-services';

runMicroservices(SERVICES);
