/** The database is away, hung or overloaded; the HTTP layer answers 503 and the client tries again. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  constructor(cause: Error) {
    super('The database is not available.', { cause });
  }
}

/** Codes of PostgreSQL and of the network that say nothing about the statement itself. */
const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '53000', // insufficient resources
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '57014', // statement timeout
  '57P01', // shut down by an operator
  '57P02', // crashed
  '57P03', // starting up
  '57P05', // idle too long
  '25P03', // idle in a transaction too long
  '25006', // read-only: a replica was promoted elsewhere
]);

/** What pg says without a code when a connection is gone. */
const LOST =
  /^(?:Query read timeout|Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Client was closed)/;

export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const { code, message } = error as { code?: string; message?: string };
  if (typeof code === 'string') return UNAVAILABLE.has(code) || code.startsWith('08');
  return LOST.test(message ?? '');
}

/** PostgreSQL's code of an error (`23505` is a unique key that is taken), or undefined. */
export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** Whether an error is a unique key that is taken, by name of the constraint or of any. */
export function isTaken(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: string }).constraint === constraint;
}
