import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { must } from '#contract/must.ts';
import type { UploadedFile } from './context.ts';
import { Refusal, refuse } from './refusal.ts';

export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;
const FORM_BYTES = 200_000;
/** Total size of uploads that a process reads concurrently. Files are held in memory. */
const MOST_BYTES = 12 * MAX_UPLOAD_BYTES;
/**
 * Concurrent uploads of one sender, and how many more may queue: a browser sends all photos that a member
 * picks at once.
 */
const MOST_OF_ONE = 2;
const MOST_WAITING = 25;
const RETRY_SECONDS = 2;

interface Sender {
  reading: number;
  waiting: (() => void)[];
}

let bytesInFlight = 0;
const senders = new Map<string, Sender>();

export const bodyTypeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

export const isUpload = (request: Pick<FastifyRequest, 'headers'>): boolean =>
  bodyTypeOf(request).startsWith('multipart/');

/**
 * Waits for the sender's turn before a byte of the upload is read. A turn lasts for the whole call, so that
 * nobody decodes more than their share of images at once. The returned function ends the turn. Throws
 * `too_large`, `bad_request`, or `too_many_requests` if too many uploads of this sender wait.
 */
export async function takeUploadTurn(request: FastifyRequest, sender: string): Promise<() => void> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_UPLOAD_BYTES + FORM_BYTES) throw tooLarge();
  await takeTurn(sender, request);
  return () => endTurn(sender);
}

/**
 * Reads a multipart body: its fields in the form of the JSON body, and its file in memory. Only bytes that
 * have arrived count towards the memory limit of all uploads. Throws `too_large`, `bad_request`, or
 * `unavailable` if the memory limit is reached.
 */
export async function readMultipart(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: TSchema,
): Promise<{ body: Record<string, unknown>; file: UploadedFile | undefined }> {
  const held = { bytes: 0 };
  try {
    return await readParts(request, schema, held);
  } catch (error) {
    // The parser has taken over the body and left the rest unread, so Node would never serve this connection
    // again.
    request.raw.unpipe();
    request.raw.resume();
    reply.header('connection', 'close');
    if (error instanceof Refusal) throw error;
    // busboy's errors about a missing boundary or a truncated form have no code.
    throw (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge() : refuse('bad_request');
  } finally {
    bytesInFlight -= held.bytes;
  }
}

const tooLarge = () => refuse('too_large', { megabytes: MAX_UPLOAD_BYTES / 1024 / 1024 });

async function takeTurn(name: string, request: FastifyRequest): Promise<void> {
  const sender = senders.get(name) ?? { reading: 0, waiting: [] };
  senders.set(name, sender);
  if (sender.reading < MOST_OF_ONE) return void sender.reading++;
  if (sender.waiting.length >= MOST_WAITING) throw refuse('too_many_requests', {}, RETRY_SECONDS);
  const gone = await new Promise<boolean>((resolve) => {
    const turn = () => resolve(false);
    sender.waiting.push(turn);
    request.raw.once('close', () => {
      const place = sender.waiting.indexOf(turn);
      if (place < 0) return;
      sender.waiting.splice(place, 1);
      resolve(true);
    });
  });
  if (gone) throw refuse('bad_request');
}

function endTurn(name: string): void {
  const sender = must(senders.get(name), 'turn to end');
  const next = sender.waiting.shift();
  if (next) return next();
  sender.reading--;
  if (sender.reading === 0) senders.delete(name);
}

async function readParts(request: FastifyRequest, schema: TSchema, held: { bytes: number }) {
  const types = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  const body: Record<string, unknown> = {};
  let file: UploadedFile | undefined;
  for await (const part of request.parts({
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 100_000 },
  })) {
    if (part.type === 'file')
      file = { field: part.fieldname, filename: part.filename, content: await contentOf(part.file, held) };
    else body[part.fieldname] = fromText(String(part.value), types[part.fieldname]?.type);
  }
  return { body, file };
}

async function contentOf(stream: AsyncIterable<Buffer>, held: { bytes: number }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (bytesInFlight + chunk.length > MOST_BYTES) throw refuse('unavailable', {}, RETRY_SECONDS);
    bytesInFlight += chunk.length;
    held.bytes += chunk.length;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function fromText(value: string, type: string | undefined): unknown {
  if (type === 'integer' || type === 'number') return value.trim() === '' ? value : Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
