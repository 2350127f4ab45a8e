export { createGateway, drainRequests, listen, type Listening } from './create-gateway';
export { OperatorKeys } from './resources/api-keys/operator-keys';
export { GatewayModule } from './gateway.module';
export { apiKeyProjection, type FoundKey } from './read-model/api-keys';
export { peopleProjection } from './read-model/people';
export { gatewayAudit } from './read-model/gateway-audit';
export { askRedis } from './limits/redis-scripts';
