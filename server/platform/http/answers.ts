import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, refuse } from './refusal.ts';

export interface ErrorAnswer {
  status: number;
  /** Seconds to wait before a retry. */
  retryAfter?: number;
  text: string;
}

/** Turns a thrown value into an answer of the error catalogue. Only real bugs are logged as errors. */
export function errorAnswer(
  error: unknown,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  path: string | undefined,
): ErrorAnswer {
  const refusal = asRefusal(error);
  if (!refusal) log.error({ err: error, path }, 'unexpected error');
  const answer = refusal ?? refuse('internal');
  const wait = answer.retryAfterSeconds;
  // One log line each, because an outage causes thousands.
  if (answer.code === 'unavailable')
    log.warn({ reason: reasonOf(error), path }, 'a dependency is unavailable');
  return {
    status: answer.status,
    text: JSON.stringify(answer.body()),
    ...(wait !== undefined && { retryAfter: Math.max(1, Math.ceil(wait)) }),
  };
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, retryAfter, text } = errorAnswer(error, request.log, request.routeOptions.url);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(text);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}

/**
 * PostgreSQL's codes for values that a column cannot hold: numbers or dates out of range, text of the wrong
 * type, a NUL or a lone surrogate. They become a 400 anywhere in the server.
 */
const VALUE_REFUSED = new Set(['22003', '22007', '22008', '22021', '22P02', '22P03', '22P05']);

/**
 * PostgreSQL's code for a reference to a missing row: the sender made it up, or it was deleted in the
 * meantime.
 */
const FOREIGN_KEY = '23503';
/** The same code also reports the deletion of a row that others refer to, but that would be a bug of ours. */
const isMissing = (error: Error & { detail?: unknown }, code: string) =>
  code === FOREIGN_KEY &&
  typeof error.detail === 'string' &&
  error.detail.includes('is not present in table');

function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return null;
  // Comparing names instead of classes avoids importing the lower layers.
  if (error.name === 'DatabaseUnavailable' || error.name === 'StorageUnavailable')
    return refuse('unavailable', undefined, 2);
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return refuse('storage_full');
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuse('unsupported_body');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return refuse('too_large', { megabytes: 15 });
  if (isMissing(error, code)) return refuse('not_found');
  if (VALUE_REFUSED.has(code) || error instanceof URIError) return refuse('bad_request');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return refuse('bad_request');
  return null;
}
