import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { byteRange } from './byte-range.ts';
import { voiceKey } from './voice-key.ts';

/** After this time a browser must revalidate a cached recording. */
const FRESH_SECONDS = 3600;

/** Sends the recording in a folder, or the part of it that the request asks for: Safari plays nothing without ranges. */
export async function sendVoice(
  { storage }: Pick<App, 'storage'>,
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string,
): Promise<FastifyReply> {
  const { headers } = request;
  // A folder's file never changes, so its name serves as the version.
  const etag = `"${folder.slice(folder.indexOf('/') + 1)}-voice"`;
  reply
    .header('cache-control', `private, max-age=${FRESH_SECONDS}`)
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', 'inline')
    .header('cross-origin-resource-policy', 'same-origin');
  if (headers['if-none-match'] === etag) return reply.code(304).send();
  const content = await storage.bytes(voiceKey(folder));
  if (!content) throw refuse('not_found');
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isCurrent ? byteRange(headers.range, content.length) : null;
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${content.length}`).send();
  reply.type('audio/mp4');
  if (!range) return reply.send(Buffer.from(content));
  return reply
    .code(206)
    .header('content-range', `bytes ${range.first}-${range.last}/${content.length}`)
    .send(Buffer.from(content.subarray(range.first, range.last + 1)));
}
