import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
/** `gzip` or `*` among the encodings that a client accepts, with a weight that is not zero (RFC 9110, 12.5.3). */
const GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

/** Something that is the same for every client: read at its first request, and kept as it is and compressed. */
export class StaticAsset {
  #content: Promise<{ readonly plain: Buffer; readonly compressed: Buffer }> | undefined;

  constructor(private readonly read: () => Buffer | string) {}

  /** The content, compressed where the client takes that; sets the headers that say so. */
  async answer({ headers }: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    this.#content ??= this.#prepare();
    const { plain, compressed } = await this.#content;
    void reply.header('vary', 'accept-encoding');
    if (!GZIP.test([headers['accept-encoding']].join())) return plain;
    void reply.header('content-encoding', 'gzip');
    return compressed;
  }

  async #prepare(): Promise<{ readonly plain: Buffer; readonly compressed: Buffer }> {
    const plain = Buffer.from(this.read());
    return { plain, compressed: await compress(plain) };
  }
}
