export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded';
}

/**
 * Settles like the promise of `work`, or rejects with `DeadlineExceeded` when the time is over. The work may
 * continue after that; `signal` requests it to stop. Use this for every promise that code outside this
 * project settles.
 */
export async function withDeadline<T>(
  ms: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new DeadlineExceeded(`${what} did not end within ${ms / 1000} s.`);
    reject(error);
    over.abort(error);
  }, ms);
  try {
    return await Promise.race([work(over.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
