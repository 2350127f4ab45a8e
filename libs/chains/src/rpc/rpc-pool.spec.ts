import { EndpointWatch } from './endpoint-watch';
import { RpcEndpoint } from './rpc-endpoint';
import { RpcPool } from './rpc-pool';

interface Call {
  readonly id: number;
  readonly method: string;
}
type Behaviour = 'answers' | 'hangs' | 'fails' | 'of another request' | 'twice' | 'refuses';

class Node {
  behaviour: Behaviour = 'answers';
  asked = 0;
  readonly endpoint: RpcEndpoint;

  constructor(name: string, now: () => number, deadlineMs = 60_000) {
    this.endpoint = new RpcEndpoint({ name, deadlineMs, now, transport: (body) => this.#answer(body, name) });
  }

  async #answer(body: string, name: string): Promise<string> {
    this.asked += 1;
    const calls = JSON.parse(body) as readonly Call[];
    if (this.behaviour === 'hangs') return new Promise(() => undefined);
    if (this.behaviour === 'fails') throw new Error('connection refused');
    const error = { code: -1, message: 'no' };
    const answers = calls.map(({ id }) => (this.behaviour === 'refuses' ? { id, error } : { id, result: name }));
    if (this.behaviour === 'of another request')
      return JSON.stringify(answers.map((each) => ({ ...each, id: each.id - 1 })));
    return JSON.stringify(this.behaviour === 'twice' ? [...answers, ...answers] : answers);
  }
}

const CALLS = [{ method: 'a', params: [] }];
const answerOf = async (endpoint: RpcEndpoint): Promise<unknown> => (await endpoint.results(CALLS))[0];

describe('RpcPool', () => {
  let time: number;
  let nodes: readonly [Node, Node, Node];
  let pool: RpcPool;
  let counted: string[];
  let lines: string[];
  let gauges: Map<string, () => number>;

  beforeEach(() => {
    time = 0;
    [counted, lines, gauges] = [[], [], new Map()];
    nodes = [new Node('1 (a.example)', () => time), new Node('2', () => time), new Node('3', () => time)];
    const endpoints = nodes.map(({ endpoint }) => endpoint);
    const watch = new EndpointWatch({
      ...{ chain: 'base', endpoints, now: () => time },
      log: {
        warn: (fields, message) => void lines.push(`${JSON.stringify(fields)} ${message}`),
        error: () => undefined,
      },
      meter: {
        count: (name, labels) => void counted.push(`${name} ${labels?.['endpoint']} ${labels?.['kind']}`),
        gauge: (name, _labels, read) => void gauges.set(name, read),
      },
    });
    pool = new RpcPool(endpoints, watch);
  });

  it('keeps nobody waiting where nobody is left to ask, or what was said cannot be judged', async () => {
    await expect(pool.ask(answerOf, () => false, { among: [] })).rejects.toThrow('every endpoint');
    const cannotJudge = (): boolean => {
      throw new Error('cannot be judged');
    };
    await expect(pool.ask(answerOf, cannotJudge)).rejects.toThrow('cannot be judged');
  });

  it('takes what it gets when its patience is over, also where that is less than enough', async () => {
    nodes[0].behaviour = nodes[1].behaviour = 'hangs';
    const said = await pool.ask(answerOf, () => false, { patienceMs: 1 });
    expect(said.map(({ value }) => value)).toEqual(['3']);
  });

  it('waits for no silent endpoint once enough is said', async () => {
    nodes[2].behaviour = 'hangs';
    const said = await pool.ask(answerOf, (soFar) => soFar.length >= pool.majority);
    expect(said.map(({ value }) => value)).toEqual(['1 (a.example)', '2']);
  });

  it('hears the others too when they answer in time', async () => {
    expect(await pool.ask(answerOf, (soFar) => soFar.length >= 1)).toHaveLength(3);
  });

  it('asks one that rests only when the others do not suffice', async () => {
    nodes[0].behaviour = 'fails';
    await pool.all(answerOf);
    nodes[0].behaviour = 'answers';
    expect(await pool.ask(answerOf, (soFar) => soFar.length >= 2)).toHaveLength(2);
    expect(nodes[0].asked).toBe(1);
    expect(await pool.ask(answerOf, (soFar) => soFar.length >= 3)).toHaveLength(3);
  });

  it('does not wait long for one that rests and hangs, and hears it again when it has answered', async () => {
    nodes[0].behaviour = 'fails';
    await pool.all(answerOf);
    nodes[0].behaviour = 'hangs';
    expect(await pool.all(answerOf)).toHaveLength(2);
    nodes[0].behaviour = 'answers';
    expect(await pool.all(answerOf)).toHaveLength(3);
    expect(nodes[0].endpoint.isBackingOff).toBe(false);
  });

  it.each(['of another request', 'twice'] as const)('takes no answer that is %s', async (behaviour) => {
    nodes[0].behaviour = behaviour;
    const said = await pool.all(answerOf);
    expect(said.map(({ value }) => value)).toEqual(['2', '3']);
    expect(counted).toEqual(['chain_endpoint_faults_total 1 (a.example) malformed']);
  });

  it('counts what is wrong with whom, names it once a minute, and says what to do', async () => {
    nodes[0].behaviour = 'fails';
    nodes[1].behaviour = 'refuses';
    for (let round = 0; round < 3; round++) await pool.all(answerOf);
    expect(counted.filter((each) => each.endsWith('silent'))).toHaveLength(3);
    expect(counted.filter((each) => each.endsWith('refuses'))).toHaveLength(3);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('1 (a.example)');
    time += 61_000;
    await pool.all(answerOf);
    expect(lines).toHaveLength(4);
    expect(gauges.get('chain_endpoints')?.()).toBe(3);
    expect(gauges.get('chain_endpoints_agreeing')?.()).toBe(0);
    expect(gauges.get('chain_endpoints_faulty')?.()).toBe(2);
    pool.watch.agreed(nodes[2].endpoint);
    expect(gauges.get('chain_endpoints_agreeing')?.()).toBe(1);
  });

  it('one endpoint that takes what it is told is enough', async () => {
    const tell = (): Promise<void> =>
      pool.tell(async (endpoint) => {
        await endpoint.results(CALLS);
      });
    nodes[0].behaviour = 'refuses';
    nodes[1].behaviour = 'hangs';
    await expect(tell()).resolves.toBeUndefined();
    nodes[1].behaviour = nodes[2].behaviour = 'refuses';
    await expect(tell()).rejects.toThrow('a: no (-1)');
  });
});
