import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, refuse } from './refusal.ts';

/** Turns whatever was thrown into an answer of the catalogue. Only true bugs are logged as errors. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  if (!refusal) request.log.error({ err: error, path: request.routeOptions.url }, 'unexpected error');
  const answer = refusal ?? refuse('internal');
  // One line each: there are thousands of them while it lasts.
  if (answer.code === 'unavailable') request.log.warn({ reason: reasonOf(error), path: request.routeOptions.url }, 'a dependency is away');
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(answer.retryAfterSeconds)));
  return reply.code(answer.status).type('application/json; charset=utf-8').header('cache-control', 'no-store').send(JSON.stringify(answer.body()));
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}

/**
 * PostgreSQL's codes for a value that its column cannot hold: a number or date out of range, text that is none of its type,
 * a NUL or half a character. The sender gets that error wherever in the server the value ended up.
 */
const VALUE_REFUSED = new Set(['22003', '22007', '22008', '22021', '22P02', '22P03', '22P05']);

function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return null;
  // Names, not classes: the layers below must not be imported by those who only answer HTTP.
  if (error.name === 'DatabaseUnavailable' || error.name === 'StorageUnavailable') return refuse('unavailable', undefined, 2);
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return refuse('storage_full');
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuse('unsupported_body');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return refuse('too_large', { megabytes: 15 });
  if (VALUE_REFUSED.has(code) || error instanceof URIError) return refuse('bad_request');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return refuse('bad_request');
  return null;
}
