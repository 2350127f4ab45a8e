import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsEncoding } from '../../http/accepts-encoding';

const compress = promisify(gzip);

/** Something that is the same for every client: read at its first request, and kept as it is and compressed. */
export class StaticAsset {
  #content: Promise<{ readonly plain: Buffer; readonly compressed: Buffer }> | undefined;

  constructor(private readonly read: () => Buffer | string) {}

  /** The content, compressed where the client takes that; sets the headers that say so. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    this.#content ??= this.#prepare();
    const { plain, compressed } = await this.#content;
    void reply.header('vary', 'accept-encoding');
    if (!acceptsEncoding(request, 'gzip')) return plain;
    void reply.header('content-encoding', 'gzip');
    return compressed;
  }

  async #prepare(): Promise<{ readonly plain: Buffer; readonly compressed: Buffer }> {
    const plain = Buffer.from(this.read());
    return { plain, compressed: await compress(plain) };
  }
}
