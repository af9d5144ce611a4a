import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import type { CookieOptions } from './context.ts';
import { isHttpsSite } from './origin.ts';

/**
 * Cookies that only the site itself may set. With TLS they carry the prefix `__Host-`: browsers then ignore
 * values set by a subdomain or over plain HTTP, which could log a member into somebody else's account.
 */
const ofHostOnly = new Set(['auth', 'device', 'staff-sign-in']);

export const cookieName = (name: string, site: Pick<Config, 'production' | 'publicUrl'>): string =>
  ofHostOnly.has(name) && isHttpsSite(site) ? `__Host-${name}` : name;

/**
 * The value of a cookie. Without the prefix it counts where there is no TLS, and for one release everywhere,
 * so that the upgrade logs nobody out: from the release after 0.1 on, sites with TLS must ignore it.
 */
export const cookieValue = (
  cookies: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined => (ofHostOnly.has(name) ? cookies[`__Host-${name}`] : undefined) ?? cookies[name];

export const sessionCookie = (cookies: Readonly<Record<string, string | undefined>>): string | undefined =>
  cookieValue(cookies, 'auth');

/** Returns whether the browser still has a cookie without the prefix that it should have. */
export const hasOldName = (
  cookies: Readonly<Record<string, string | undefined>>,
  name: string,
  site: Pick<Config, 'production' | 'publicUrl'>,
): boolean => cookieName(name, site) !== name && cookies[name] !== undefined;

/** Sets and deletes cookies of a response. */
export interface CookieWriter {
  set(name: string, value: string, options: CookieOptions): void;
  clear(name: string): void;
}

const cookieAttributes = ({ maxAgeSeconds, httpOnly = true }: CookieOptions) =>
  ({ path: '/', maxAge: maxAgeSeconds, httpOnly, sameSite: 'lax' }) as const;

export const cookiesOfReply = (reply: FastifyReply): CookieWriter => ({
  set: (name, value, options) => void reply.setCookie(name, value, cookieAttributes(options)),
  clear: (name) => void reply.clearCookie(name, { path: '/' }),
});

/** For a call within the process, whose cookies go with the page that makes it. */
export const cookiesFor = (
  setCookies: string[],
  http: Pick<FastifyInstance, 'serializeCookie'>,
  secure: boolean,
): CookieWriter => ({
  set: (name, value, options) =>
    void setCookies.push(http.serializeCookie(name, value, { ...cookieAttributes(options), secure })),
  clear: (name) =>
    void setCookies.push(
      http.serializeCookie(name, '', { path: '/', expires: new Date(0), maxAge: 0, sameSite: 'lax', secure }),
    ),
});
