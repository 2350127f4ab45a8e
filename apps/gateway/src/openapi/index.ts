export { OpenApiController } from './openapi.controller';
