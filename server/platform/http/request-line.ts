import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { itemAt } from '#contract/must.ts';
import { refuse } from './refusal.ts';

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Normalises the path and query of a request line: without a host, and with exactly one leading slash. */
export function ownPath(url: string | undefined): string {
  if (!url?.startsWith('/')) {
    // Proxies use the absolute form, which also contains the host. `*` and other forms do not request a page.
    // The path is not parsed as a URL, because that would resolve `..` and turn backslashes into slashes.
    const [, target = ''] = /^https?:\/\/[^/?#\\]+(.*)$/i.exec(url ?? '') ?? [];
    return target.startsWith('?') ? `/${target}` : target.startsWith('/') ? ownPath(target) : '/';
  }
  // A backslash must not become a slash, which would lead past the paths that a proxy forbids.
  return url.replace(/^\/+/, '/');
}

/**
 * Answers 404 to paths with two leading slashes: a proxy's rule for `/api/admin` does not match `//api/admin`,
 * which the routes would serve.
 */
export function refuseDoubledSlashes(http: FastifyInstance): void {
  http.addHook('onRequest', ({ originalUrl }, _reply, done) =>
    done(/^(?:https?:\/\/[^/?#\\]+)?\/\//i.test(originalUrl) ? refuse('not_found') : undefined),
  );
}

/**
 * Assigns the site's own host to requests without one, such as a load balancer's HTTP/1.0 probe, and rejects
 * malformed hosts.
 */
export function checkHosts(http: FastifyInstance, publicUrl: string): void {
  const ownHost = new URL(publicUrl).host;
  http.addHook('onRequest', (request, _reply, done) => {
    const { host } = request;
    if (host && HOST.test(host)) return done();
    request.raw.headers.host = ownHost;
    done(host ? refuse('bad_request') : undefined);
  });
}

/** Returns whether a proxy passed the request on. Proxies set one of these headers, few set all. */
export const cameThroughProxy = (headers: IncomingHttpHeaders): boolean =>
  ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined);

/**
 * The network of one customer: an IPv4 address, or the first 64 bits of an IPv6 address. Limits by address
 * count it.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return itemAt(mapped, 1);
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = itemAt(ip.split('%'), 0).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Math.max(0, 8 - first.length - last.length) : 0;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::`;
}

/** The first 32 bits of an IPv6 address, or null for IPv4: its addresses are too few to be rotated. */
export function providerOf(ip: string): string | null {
  const network = networkOf(ip);
  return network.endsWith('::') ? network.split(':').slice(0, 2).join(':') : null;
}
