export { KafkaBroker, type BrokerOptions, type SecureListener } from './broker';
export { missingForKafka } from './jars';
