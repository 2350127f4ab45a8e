export { createGateway, drainRequests, listen, type Listening } from './create-gateway';
export { GatewayModule } from './gateway.module';
export { readApiKeyFields } from './resources/api-keys/create-api-key';
export { askRedis } from './limits/redis-scripts';
