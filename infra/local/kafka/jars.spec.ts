import { missingForKafka } from './jars';

describe('missingForKafka', () => {
  const { PATH } = process.env;
  afterEach(() => {
    process.env['PATH'] = PATH;
  });

  it('names what the machine lacks, and what brings it, in one line', () => {
    process.env['PATH'] = '';
    expect(missingForKafka()).toBe('a Kafka broker needs Java 17 or newer: apt-get install openjdk-17-jre-headless');
  });
});
