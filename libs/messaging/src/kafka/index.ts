export type { KafkaBus, KafkaBusOptions } from './kafka-bus';
export { KAFKA_URL_FORM, parseKafkaUrl } from './kafka-url';
export type { KafkaConnection } from './kafka-url';
export { createKafkaTopics, kafkaState, openKafkaBus, recreateKafkaTopics } from './open-kafka';
export type { KafkaState, PlannedTopic, TopicPlan } from './topics';
