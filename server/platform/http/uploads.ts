import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { refuse } from './refusal.ts';
import type { UploadedFile } from './context.ts';

/** Largest upload: 15 MB (security.md, "photos"). */
export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;

/**
 * Reads a multipart body: its fields as the JSON body would have had them, and
 * its file in memory. Refusals: too_large, bad_request.
 */
export async function readMultipart(request: FastifyRequest, schema: TSchema): Promise<{ body: Record<string, unknown>; file: UploadedFile | undefined }> {
  const types = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  const body: Record<string, unknown> = {};
  let file: UploadedFile | undefined;
  for await (const part of request.parts({ limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 100_000 } })) {
    if (part.type === 'file') {
      const content = await part.toBuffer().catch(() => {
        throw refuse('too_large', { megabytes: 15 });
      });
      file = { field: part.fieldname, filename: part.filename, content };
    } else {
      body[part.fieldname] = fromText(String(part.value), types[part.fieldname]?.type);
    }
  }
  return { body, file };
}

function fromText(value: string, type: string | undefined): unknown {
  if (type === 'integer' || type === 'number') return value.trim() === '' ? value : Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
