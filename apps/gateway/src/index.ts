export { createGateway, drainRequests, firstApiKey, firstLiveApiKey } from './create-gateway';
export { GatewayModule } from './gateway.module';
export { apiKeyProjection } from './read-model/api-keys';
