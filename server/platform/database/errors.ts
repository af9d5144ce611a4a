/** The database is unreachable, hung or overloaded. The HTTP layer answers 503 and the client retries. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  constructor(cause: Error) {
    super('The database is not available.', { cause });
  }
}

/** Error codes of PostgreSQL and of the network that the query itself did not cause. */
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

/** pg reports lost connections by message, without a code. */
const LOST =
  /^(?:Query read timeout|Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Client was closed)/;

export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const { code, message } = error as { code?: string; message?: string };
  if (typeof code === 'string') return UNAVAILABLE.has(code) || code.startsWith('08');
  return LOST.test(message ?? '');
}

/** A node of a cluster is down. The coordinator answered, so statements that do not need that node succeed. */
export const isNodeDown = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && codeOf(error.cause) === '08006';

export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

export function isTaken(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: string }).constraint === constraint;
}
