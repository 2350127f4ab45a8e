import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { handle, wholeNumber, type Cli } from '../command.js';
import { UsageFailure } from '../failure.js';
import { serveHttp } from '../mcp/http.js';
import { mcpServer } from '../mcp/server.js';

interface Options {
  readonly http?: boolean;
  readonly port?: number;
  readonly host?: string;
}

const LOOPBACK = '127.0.0.1';
const PORT = 3333;
/** Names the token of several runs; without it each run makes its own. */
const TOKEN_VARIABLE = 'SVC_MCP_TOKEN';
const TOKEN_BYTES = 32;

export function addMcp(cli: Cli): void {
  cli.program
    .command('mcp')
    .description('Serves the API to agents by the Model Context Protocol, over stdio or HTTP.')
    .option('--http', 'serve streamable HTTP instead of stdio')
    .option('--port <number>', `the port for --http (default: ${PORT})`, wholeNumber(0, 65_535))
    .option('--host <address>', `the address for --http (default: ${LOOPBACK}, this machine only)`)
    .action(
      handle<Options>(cli, async ({ client, output, io }, _args, options) => {
        const factory = () => mcpServer(client);
        if (options.http !== true) {
          if (options.port !== undefined || options.host !== undefined) {
            throw new UsageFailure('--port and --host need --http.');
          }
          // It ends with its input.
          serveStdio(factory);
          return;
        }
        const { port = PORT, host = LOOPBACK } = options;
        const interrupted = io.interrupted();
        const token = io.env[TOKEN_VARIABLE] || randomBytes(TOKEN_BYTES).toString('base64url');
        const server = await serveHttp(factory, { host, port, token });
        output.hint(`MCP over HTTP at ${server.url}. Ctrl-C ends it.`);
        if (io.env[TOKEN_VARIABLE]) output.hint(`Clients send the token in ${TOKEN_VARIABLE}.`);
        else output.hint(`Clients send this header: Authorization: Bearer ${token}`);
        if (host !== LOOPBACK) {
          output.hint('The token crosses the network in the clear: put TLS in front of it.');
        }
        if (!interrupted.aborted) await once(interrupted, 'abort');
        await server.close();
      }),
    );
}
