import type { FastifyRequest } from 'fastify';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request that changes state comes from another site (contract,
 * "Conventions"). Browsers name themselves by `Origin` on every write and by
 * `Sec-Fetch-Site` otherwise; programs send neither and carry no cookies of a
 * victim. Outside production all loopback names are one host.
 */
export function isCrossSite(request: Pick<FastifyRequest, 'headers' | 'host'>, production: boolean): boolean {
  const origin = request.headers.origin;
  if (origin !== undefined) {
    if (!URL.canParse(origin)) return true;
    const from = new URL(origin);
    if (from.host === request.host) return false;
    const own = URL.canParse(`http://${request.host}`) ? new URL(`http://${request.host}`) : null;
    return production || !own || !(loopback.has(from.hostname) && loopback.has(own.hostname) && from.port === own.port);
  }
  return request.headers['sec-fetch-site'] === 'cross-site';
}
