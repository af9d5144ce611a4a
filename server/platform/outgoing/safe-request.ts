import { lookup as resolve } from 'node:dns';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Config } from '../config.ts';

/** Networks that are nobody's business from outside: this machine, private ones, documentation, multicast, cloud metadata. */
const inside = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
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
  const [net, bits] = range.split('/');
  inside.addSubnet(net!, Number(bits), 'ipv4');
}
for (const range of [
  '::/127',
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
]) {
  const [net, bits] = range.split('/');
  inside.addSubnet(net!, Number(bits), 'ipv6');
}

/** Whether an address leads to the open internet. Addresses of IPv6 that only wrap one of IPv4 do not. */
export const isOpenAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 6 && new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.startsWith('[::ffff:')) return false;
  return family !== 0 && !inside.check(address, family === 6 ? 'ipv6' : 'ipv4');
};

export interface SafeRequest {
  url: string;
  headers: Record<string, string>;
  /** Hosts (with port, where they have one) that may be on a network of one's own, and may be asked without TLS. */
  trusted: readonly string[];
  /** Sent by POST as JSON; a GET without it. */
  body?: string;
}

/** Hosts of one's own network that may be called: those of the configuration, and outside production the site itself. */
export const trustedHosts = ({ partnerHosts, production, publicUrl }: Config): readonly string[] =>
  production ? partnerHosts : [...partnerHosts, new URL(publicUrl).host];

/** Why an address that somebody wrote is not called, before it is resolved: null when it may be tried. */
export function addressFault(url: string, trusted: readonly string[]): string | null {
  if (!URL.canParse(url)) return 'This is no address.';
  const target = new URL(url);
  const isTrusted = trusted.includes(target.host);
  if (target.username || target.password) return 'An address with a password is not called.';
  if (target.protocol !== 'https:' && !(isTrusted && target.protocol === 'http:')) return 'Only https is called.';
  const bare = target.hostname.replace(/^\[|\]$/g, '');
  return !isTrusted && isIP(bare) && !isOpenAddress(bare) ? 'The address leads inside.' : null;
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 16 * 1024;

/**
 * Calls an address that somebody else wrote. Only TLS and only the open internet: the address that was resolved is checked
 * and is the one connected to, so that a name cannot change in between. Redirects are not followed, long answers are cut off.
 * Returns the status; throws when there is none or the address is refused.
 */
export async function safeRequest({ url, headers, trusted, body }: SafeRequest): Promise<number> {
  const fault = addressFault(url, trusted);
  if (fault) throw new Error(fault);
  const target = new URL(url);
  const isTrusted = trusted.includes(target.host);
  const method = body === undefined ? 'GET' : 'POST';
  const sent = body === undefined ? headers : { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const call = target.protocol === 'https:' ? secure : plain;
  return new Promise((done, failed) => {
    const request = call(target, { method, headers: sent, timeout: TIMEOUT_MS, agent: false, ...(isTrusted ? {} : { lookup: openLookup }) }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MOST_BYTES) answer.destroy();
      });
      answer.once('close', () => done(answer.statusCode ?? 0));
    });
    const late = setTimeout(() => request.destroy(new Error('The other side did not answer in time.')), TIMEOUT_MS);
    request.once('close', () => clearTimeout(late));
    request.once('timeout', () => request.destroy(new Error('The other side did not answer in time.')));
    request.once('error', failed);
    request.end(body);
  });
}

/** Resolves a name and lets it pass only when every one of its addresses is open. */
const openLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0);
    if (addresses.length === 0 || addresses.some(({ address }) => !isOpenAddress(address))) return done(new Error('The address leads inside.'), '', 0);
    if (options.all) return done(null, addresses as never, 0);
    done(null, addresses[0]!.address, addresses[0]!.family);
  });
};
