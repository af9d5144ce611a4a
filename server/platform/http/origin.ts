import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Outside production a site may be served without TLS, whatever PUBLIC_URL says. */
export const isHttpsSite = ({ production, publicUrl }: Pick<Config, 'production' | 'publicUrl'>): boolean =>
  production && publicUrl.startsWith('https:');

/**
 * Returns whether a state-changing request comes from another site (contract, "Conventions"). Browsers send
 * `Origin` with every write and `Sec-Fetch-Site` otherwise. Programs send neither, and carry no victim's
 * cookies. Outside production all loopback names count as one host. If the site is `https`, its pages on plain
 * HTTP count as another site, because anybody on the network can write them.
 */
export function isCrossSite(
  request: Pick<FastifyRequest, 'headers' | 'host'>,
  site: Pick<Config, 'production' | 'publicUrl'>,
): boolean {
  const origin = request.headers.origin;
  if (origin !== undefined) {
    if (!URL.canParse(origin)) return true;
    const from = new URL(origin);
    if (from.host === request.host) return isHttpsSite(site) && from.protocol !== 'https:';
    const own = URL.canParse(`http://${request.host}`) ? new URL(`http://${request.host}`) : null;
    return (
      site.production ||
      !own ||
      !(loopback.has(from.hostname) && loopback.has(own.hostname) && from.port === own.port)
    );
  }
  return request.headers['sec-fetch-site'] === 'cross-site';
}
