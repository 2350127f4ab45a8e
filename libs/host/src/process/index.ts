export * from './microservice';
export * from './run-service';
export * from './service-process';
