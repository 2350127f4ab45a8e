import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { API_KEY, check, SERVICE, type Order } from '../check.mjs';

/** Runs a server of Prism as long as something needs it. */
async function withPrism(args: readonly string[], use: (url: string) => Promise<void>): Promise<void> {
  const server = spawn('prism', [...args, '--port', '0', '--host', '127.0.0.1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = '';
      server.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = /Prism is listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output);
        if (found !== null) resolve(String(found[1]));
      });
      server.once('exit', () => reject(new Error(output)));
    });
    await use(url);
  } finally {
    server.kill();
  }
}

const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };

async function read(response: Response): Promise<any> {
  return response.json();
}

// Between a client and the service, it compares every request and answer with the document.
await withPrism(['proxy', 'openapi.json', SERVICE, '--errors'], (url) => {
  const send = (key: string, order: Order) =>
    fetch(`${url}/v1/payments`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body: JSON.stringify(order),
    });
  return check({
    pay: async (key, order) => read(await send(key, order)),
    refusal: async (key, order) => read(await send(key, order)),
    list: async (query) =>
      read(
        await fetch(
          `${url}/v1/payments?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
          { headers },
        ),
      ),
  });
});

// In place of the service, it answers each refusal with an example of that refusal.
await withPrism(['mock', 'openapi.json'], async (url) => {
  const refusals = {
    401: 'unauthorized',
    402: 'insufficient_balance',
    409: 'idempotency_conflict',
    422: 'chain_unavailable',
    429: 'rate_limited',
    500: 'internal_error',
  };
  for (const [status, code] of Object.entries(refusals)) {
    const answer = await fetch(`${url}/v1/payments`, {
      method: 'POST',
      headers: { ...headers, prefer: `code=${status}` },
      body: JSON.stringify({ to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '12.50' }),
    });
    const body = await read(answer);
    assert.equal(answer.status, Number(status));
    assert.equal(body.code, code);
  }
});
