import { lookup as resolve } from 'node:dns';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Config } from '../config.ts';

const inside = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [net = '', bits] = range.split('/');
  inside.addSubnet(net, Number(bits), 'ipv4');
}
for (const range of [
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  '3fff::/20',
  '5f00::/16',
]) {
  const [net = '', bits] = range.split('/');
  inside.addSubnet(net, Number(bits), 'ipv6');
}

/** Returns whether an address is on the open internet. IPv6 addresses that embed an IPv4 address are not. */
export const isOpenAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 6 && new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.startsWith('[::ffff:'))
    return false;
  return family !== 0 && !inside.check(address, family === 6 ? 'ipv6' : 'ipv4');
};

export interface SafeRequest {
  url: string;
  headers: Record<string, string>;
  /** Hosts (with port, if any) that may be on a private network and may be called without TLS. */
  trusted: readonly string[];
  /** Sent as JSON by POST. Without it, the request is a GET. */
  body?: string;
  mostBytes?: number;
}

export interface SafeAnswer {
  status: number;
  /** Null if the response was cut off, because it is too long or the connection broke. */
  body: string | null;
}

/** Private hosts that may be called: those in the configuration and, outside production, the site itself. */
export const trustedHosts = ({ partnerHosts, production, publicUrl }: Config): readonly string[] =>
  production ? partnerHosts : [...partnerHosts, new URL(publicUrl).host];

/** Names without a dot, and domains that are reserved for private networks. */
const PRIVATE_NAME = /^[^.]*$|\.(?:localhost|local|internal)$/;

/**
 * Checks a user-supplied URL before it is stored. Unlike a call, this also refuses private names, so that the
 * author learns at once that it cannot work. Returns the reason, or null.
 */
export function storedAddressFault(url: string, trusted: readonly string[]): string | null {
  const fault = addressFault(url, trusted);
  if (fault) return fault;
  const { host, hostname } = new URL(url);
  const isName = !trusted.includes(host) && !hostname.startsWith('[');
  // `localhost.` resolves like `localhost`.
  return isName && PRIVATE_NAME.test(hostname.replace(/\.+$/, ''))
    ? 'The address is on a private network.'
    : null;
}

/**
 * Checks a user-supplied URL before its name is resolved. Returns the reason why it must not be called, or
 * null.
 */
function addressFault(url: string, trusted: readonly string[]): string | null {
  if (!URL.canParse(url)) return 'This is not an address.';
  const target = new URL(url);
  const isTrusted = trusted.includes(target.host);
  if (target.username || target.password) return 'Addresses with a password are not allowed.';
  if (target.protocol !== 'https:' && !(isTrusted && target.protocol === 'http:'))
    return 'Only https is allowed.';
  const bare = target.hostname.replace(/^\[|\]$/g, '');
  return !isTrusted && isIP(bare) && !isOpenAddress(bare) ? 'The address is on a private network.' : null;
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 16 * 1024;

/** Calls a user-supplied URL as `safeFetch` does, and returns the status of the response. */
export const safeRequest = async (request: SafeRequest): Promise<number> => (await safeFetch(request)).status;

/**
 * Calls a user-supplied URL. Only TLS and the open internet are allowed. The resolved address is checked and
 * is the one connected to, so DNS cannot change in between. Redirects are not followed and long responses are
 * cut off. Throws if the URL is not allowed or there is no response.
 */
export async function safeFetch({
  url,
  headers,
  trusted,
  body,
  mostBytes = MOST_BYTES,
}: SafeRequest): Promise<SafeAnswer> {
  const fault = addressFault(url, trusted);
  if (fault) throw new Error(fault);
  const target = new URL(url);
  const isTrusted = trusted.includes(target.host);
  const method = body === undefined ? 'GET' : 'POST';
  const sent =
    body === undefined
      ? headers
      : { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const call = target.protocol === 'https:' ? secure : plain;
  const { promise, resolve, reject } = Promise.withResolvers<SafeAnswer>();
  let status: number | null = null;
  const request = call(
    target,
    {
      method,
      headers: sent,
      timeout: TIMEOUT_MS,
      agent: false,
      ...(isTrusted ? {} : { lookup: openLookup }),
    },
    (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const answered = answer.statusCode ?? 0;
      status = answered;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > mostBytes) answer.destroy();
        else chunks.push(chunk);
      });
      answer.once('close', () =>
        resolve({ status: answered, body: answer.complete ? Buffer.concat(chunks).toString() : null }),
      );
    },
  );
  const late = setTimeout(() => request.destroy(new Error('The request timed out.')), TIMEOUT_MS);
  request.once('timeout', () => request.destroy(new Error('The request timed out.')));
  request.once('error', reject);
  // Every call ends with this event, even without a response or an error, as after a `101 Switching
  // Protocols`.
  request.once('close', () => {
    clearTimeout(late);
    if (status === null) reject(new Error('The other side closed the connection without an answer.'));
    else resolve({ status, body: null });
  });
  request.end(body);
  return promise;
}

const openLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isOpenAddress(address)))
      return done(new Error('The address is on a private network.'), '', 0);
    if (options.all) return done(null, addresses, 0);
    done(null, first.address, first.family);
  });
};
