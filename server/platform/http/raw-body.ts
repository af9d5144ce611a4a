import { pipeline, Transform, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const NO_BYTES = Buffer.alloc(0);
const bodies = new WeakMap<FastifyRequest, Buffer>();

/**
 * Fastify's `preParsing`: keeps the bytes that the parser reads. The parser's own limit ends a body that is
 * too long.
 */
export function keepRawBody(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: Readable,
  done: (error: Error | null, payload: Readable) => void,
): void {
  const parts: Buffer[] = [];
  const copy = new Transform({
    transform(part: Buffer, _encoding, next) {
      parts.push(part);
      next(null, part);
    },
    flush(next) {
      bodies.set(request, Buffer.concat(parts));
      next();
    },
  });
  // The parser hears of a broken connection from the copy, which `pipeline` destroys.
  pipeline(payload, copy, () => undefined);
  done(null, copy);
}

export const rawBodyOf = (request: FastifyRequest): Buffer => bodies.get(request) ?? NO_BYTES;
