import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Refusal, refuse } from './refusal.ts';
import type { UploadedFile } from './context.ts';

/** Largest file: 15 MB. */
export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;
/** What the other fields of a form and its boundaries may add. */
const FORM_BYTES = 200_000;
/** All uploads that a process reads at once; files are held in memory. */
const MOST_BYTES = 12 * MAX_UPLOAD_BYTES;
/** How many of them one sender has, and how many more may wait for their turn: somebody who picks many photos sends them all. */
const MOST_OF_ONE = 2;
const MOST_WAITING = 25;
const RETRY_SECONDS = 2;

interface Sender {
  reading: number;
  /** Those that wait, the first one first. */
  waiting: (() => void)[];
}

let bytesInFlight = 0;
const senders = new Map<string, Sender>();

/**
 * Reads a multipart body: its fields as the JSON body would have had them, and its file in memory. What one sender and
 * all together may have under way is asked before the first byte is read. Refusals: too_large, bad_request,
 * too_many_requests (too many of this sender wait), unavailable (no room).
 */
export async function readMultipart(
  request: FastifyRequest,
  schema: TSchema,
  sender: string,
): Promise<{ body: Record<string, unknown>; file: UploadedFile | undefined }> {
  const release = await admit(request, sender);
  try {
    return await readParts(request, schema);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // What busboy says of a form without a boundary, or that ends too early, has no code.
    throw (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge() : refuse('bad_request');
  } finally {
    release();
  }
}

const tooLarge = () => refuse('too_large', { megabytes: MAX_UPLOAD_BYTES / 1024 / 1024 });

/** Takes the sender's turn and room for what the upload announces, before a byte of it is read; the function gives both back. */
async function admit(request: FastifyRequest, name: string): Promise<() => void> {
  const announced = Number(request.headers['content-length'] ?? Infinity);
  if (Number.isFinite(announced) && announced > MAX_UPLOAD_BYTES + FORM_BYTES) throw tooLarge();
  await takeTurn(name, request);
  const bytes = Math.min(announced, MAX_UPLOAD_BYTES + FORM_BYTES);
  if (bytesInFlight + bytes > MOST_BYTES) {
    endTurn(name);
    throw refuse('unavailable', {}, RETRY_SECONDS);
  }
  bytesInFlight += bytes;
  return () => {
    bytesInFlight -= bytes;
    endTurn(name);
  };
}

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

/** Hands the turn to the next that waits. */
function endTurn(name: string): void {
  const sender = senders.get(name)!;
  const next = sender.waiting.shift();
  if (next) return next();
  sender.reading--;
  if (sender.reading === 0) senders.delete(name);
}

async function readParts(request: FastifyRequest, schema: TSchema) {
  const types = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  const body: Record<string, unknown> = {};
  let file: UploadedFile | undefined;
  for await (const part of request.parts({ limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 100_000 } })) {
    if (part.type === 'file') file = { field: part.fieldname, filename: part.filename, content: await part.toBuffer() };
    else body[part.fieldname] = fromText(String(part.value), types[part.fieldname]?.type);
  }
  return { body, file };
}

function fromText(value: string, type: string | undefined): unknown {
  if (type === 'integer' || type === 'number') return value.trim() === '' ? value : Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
