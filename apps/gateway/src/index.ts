export { createGateway, firstApiKey } from './create-gateway';
export { GatewayModule } from './gateway.module';
