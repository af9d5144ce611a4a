import type { DsaDatabaseSettings } from '../../platform/outgoing/service-settings.ts';
import type { DsaStatement } from './statement-of.ts';

export type DatabaseAnswer =
  | { state: 'sent' }
  /** The database will never take this statement. */
  | { state: 'refused'; error: string }
  /** It may take it later. */
  | { state: 'failed'; error: string };

const ERROR_LENGTH = 500;

/** Sends one statement. The database knows a `puid` once, so that a repeat is refused as such and counts as sent. */
export async function postStatement(
  service: DsaDatabaseSettings,
  statement: DsaStatement,
): Promise<DatabaseAnswer> {
  try {
    const response = await fetch(new URL('statement', service.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.token}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify(statement),
      redirect: 'error',
      signal: AbortSignal.timeout(service.timeoutMs),
    });
    if (response.status === 201) return { state: 'sent' };
    if (response.status !== 422)
      return { state: 'failed', error: `The database answered ${response.status}.` };
    const errors = errorsIn(await response.json());
    return isKnown(errors)
      ? { state: 'sent' }
      : { state: 'refused', error: errors.join(' ').slice(0, ERROR_LENGTH) || 'No reason was given.' };
  } catch (error) {
    return { state: 'failed', error: reasonOf(error).slice(0, ERROR_LENGTH) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'The response of the database is not JSON.';
  return error instanceof Error && error.name === 'TimeoutError'
    ? 'The database did not answer in time.'
    : 'The database could not be reached.';
}

/** The messages of a refusal, each after the name of its field. */
function errorsIn(body: unknown): string[] {
  const { errors } = (body ?? {}) as { errors?: unknown };
  return Object.entries((errors ?? {}) as Record<string, unknown>).map(
    ([field, messages]) => `${field}: ${Array.isArray(messages) ? messages.join(' ') : String(messages)}`,
  );
}

const isKnown = ([first, ...others]: string[]): boolean =>
  others.length === 0 && first !== undefined && /^puid: .*not unique/.test(first);
