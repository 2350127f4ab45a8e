import 'reflect-metadata';
import { runMicroservices } from '@stablecoin/host';
import { ALL_SERVICES } from './all-services';

runMicroservices(ALL_SERVICES);
