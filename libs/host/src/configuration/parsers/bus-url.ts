import { KAFKA_URL_FORM, parseKafkaUrl } from '@stablecoin/messaging';
import type { KafkaConnection } from '@stablecoin/messaging';
import { invalidSetting, valid } from './parser';
import type { Parser } from './parser';

export const busUrl: Parser<'memory' | KafkaConnection> = {
  takes: `"memory:" or ${KAFKA_URL_FORM}`,
  parse(text) {
    if (text === 'memory:') return valid('memory');
    if (!text.startsWith('kafka://')) return invalidSetting();
    const connection = parseKafkaUrl(text);
    return 'fault' in connection ? invalidSetting(connection.fault) : valid(connection);
  },
};
