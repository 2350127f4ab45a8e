import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { API_KEY, check, SERVICE, SVC, type Order } from '../check.mjs';

const server = {
  command: process.execPath,
  args: [SVC, 'mcp'],
  env: { PATH: String(process.env['PATH']), STABLECOIN_API_KEY: API_KEY, STABLECOIN_BASE_URL: SERVICE },
};
const me = { name: 'api-tools', version: '1.0.0' };

/** As much of a client as both versions have. */
interface Mcp {
  connect(): Promise<unknown>;
  listTools(): Promise<{ tools: { name: string; outputSchema?: unknown }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<any>;
  close(): Promise<void>;
  protocol(): string | undefined;
}

function v1(): Mcp {
  const client = new ClientV1(me);
  const transport = new StdioV1(server);
  let protocol: string | undefined;
  Object.assign(transport, { setProtocolVersion: (version: string) => (protocol = version) });
  return {
    connect: () => client.connect(transport),
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    close: () => client.close(),
    protocol: () => protocol,
  };
}

function v2(mode: 'legacy' | 'auto'): Mcp {
  const client = new ClientV2(me, { versionNegotiation: { mode } });
  return {
    connect: () => client.connect(new StdioV2(server)),
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    close: () => client.close(),
    protocol: () => client.getNegotiatedProtocolVersion(),
  };
}

async function checkWith(name: string, mcp: Mcp, protocol: string): Promise<void> {
  console.log(`MCP, ${name}`);
  await mcp.connect();
  assert.equal(mcp.protocol(), protocol);
  // A client that knows a tool's output schema validates refusals against it too: from here on it knows them all.
  await mcp.listTools();
  const pay = (key: string, order: Order) =>
    mcp.callTool({ name: 'create_payment', arguments: { ...order, idempotency_key: `${name} ${key}` } });

  await check({
    pay: async (key, order) => (await pay(key, order)).structuredContent,
    refusal: async (key, order) => {
      const { isError, content, structuredContent } = await pay(key, order);
      assert.equal(isError, true);
      assert.match(content[0].text, /^compliance_blocked: .* Do not pay this recipient\.$/);
      return structuredContent.error;
    },
    list: async ({ limit, starting_after }) => {
      const args = { limit, ...(starting_after === undefined ? {} : { starting_after }) };
      return (await mcp.callTool({ name: 'list_payments', arguments: args })).structuredContent;
    },
  });

  const number = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: 12.5, idempotency_key: 'number' };
  const refused = await mcp.callTool({ name: 'create_payment', arguments: number });
  assert.equal(refused.isError, true);
  assert.match(refused.content[0].text, /--tool-arg 'amount=\\?"12\.50\\?"'/);
  await mcp.close();
}

await checkWith('client v1', v1(), '2025-11-25');
await checkWith('client v2 without negotiation', v2('legacy'), '2025-11-25');
await checkWith('client v2 with negotiation', v2('auto'), '2026-07-28');

console.log('MCP Inspector');
const inspect = (amount: string) => {
  const tool = ['--method', 'tools/call', '--tool-name', 'create_payment'];
  const to = 'to=0x52908400098527886E0F7030069857D2E4169EE7';
  const args = [to, `amount=${amount}`, 'idempotency_key=inspector'].flatMap((each) => ['--tool-arg', each]);
  // It gives a server no variable that is not named.
  const variables = Object.entries(server.env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const { status, stdout, stderr } = spawnSync(
    'mcp-inspector',
    ['--cli', ...variables, server.command, ...server.args, ...tool, ...args],
    { encoding: 'utf8' },
  );
  return { status, said: stdout + stderr };
};
const asNumber = inspect('12.50');
assert.equal(asNumber.status, 5, asNumber.said);
assert.match(asNumber.said, /--tool-arg 'amount=/);
const asText = inspect('"12.50"');
assert.equal(asText.status, 0, asText.said);
assert.match(asText.said, /settled/);
console.log('It takes the example of the refusal.');
