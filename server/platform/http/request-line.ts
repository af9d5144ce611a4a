import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuse } from './refusal.ts';

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The path and query of a request line as everything behind it may read them: of this site, and beginning with one slash. */
export function ownPath(url: string | undefined): string {
  if (!url?.startsWith('/')) {
    // The absolute form that proxies use names the site as well; `*` and other forms ask for no page of it.
    const target = url && URL.canParse(url) ? new URL(url) : null;
    return target && /^https?:$/.test(target.protocol) ? ownPath(target.pathname + target.search) : '/';
  }
  return url.replace(/^[/\\]+/, '/');
}

/**
 * Gives a request that names no host, such as a load balancer's probe in HTTP/1.0, that of the site itself, and refuses
 * one whose host is none.
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

/** The network that one customer has: an IPv4 address, or the first 64 bits of an IPv6 one. What is counted by address is counted by this. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.split('%')[0]!.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Math.max(0, 8 - first.length - last.length) : 0;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::`;
}
