export { createGateway, drainRequests, listen, type Listening } from './create-gateway';
export { GatewayModule } from './gateway.module';
export { apiKeyProjection } from './read-model/api-keys';
