import { connect } from 'node:net';

export interface RawResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Record<string, unknown>;
}

/**
 * Sends bytes as they are and reads the one answer to them: for requests that no client would send. Without a body
 * of its own length the answer ends with the connection.
 */
export async function sendRaw(baseUrl: string, lines: readonly string[], body = ''): Promise<RawResponse> {
  const { hostname, port } = new URL(baseUrl);
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within 10 s')));
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...headerLines] = head.split('\r\n');
  const headers = headerLines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: JSON.parse(rest.join('\r\n\r\n') || '{}') as Record<string, unknown>,
  };
}
