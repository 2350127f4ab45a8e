import 'reflect-metadata';
import { runMicroservices } from '@stablecoin/service-host';
import { SERVICES } from './all-services';

runMicroservices(SERVICES);
