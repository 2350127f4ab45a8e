import { makeTopics } from './make-topics';
import { EXIT } from './output';

async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  let text = '';
  const output = { write: (part: string) => (text += part) };
  const environment = { BUS_URL: 'kafka://127.0.0.1:1' };
  const code = await makeTopics({ args, environment, output, signal: new AbortController().signal });
  return { code, text };
}

describe('npm run topics', () => {
  it.each(['--partitions=0', '--partitions=many', '--retention-days=-1', '--replicas=3', 'now'])(
    'shows how it is used: %s',
    async (argument) => {
      const { code, text } = await run(argument);
      expect(code).toBe(EXIT.wrongUse);
      expect(text).toContain('npm run topics -- --partitions 12');
    },
  );

  it('says when there are no topics to make, or no Kafka', async () => {
    const { signal } = new AbortController();
    const tool = { args: [], output: { write: () => undefined }, signal };
    await expect(makeTopics({ ...tool, environment: {} })).rejects.toThrow('BUS_URL=memory: has no topics');
    await expect(run()).rejects.toThrow('ECONNREFUSED');
  });
});
