import { randomBytes } from 'node:crypto';
import type { App } from '../platform/app.ts';
import type { CallContext } from '../platform/http/context.ts';
import { createSigner } from '../platform/signing.ts';

/**
 * A browser that a member logged in with before is known by a signed cookie. It passes the lock that wrong guesses
 * elsewhere put on the account, so that nobody can lock the owner out (docs/product.md 12.2). It opens nothing by itself.
 */
const COOKIE = 'device';
const YEAR_SECONDS = 365 * 86_400;
const MOST_MEMBERS = 5;

interface Device {
  /** The browser's own number, for its own limit of guesses. */
  d: string;
  /** Members who logged in here. */
  m: number[];
}

type Call = Pick<CallContext<never>, 'cookie' | 'setCookie'>;

function deviceOf(app: Pick<App, 'config'>, call: Call): Device | null {
  const cookie = call.cookie(COOKIE);
  return cookie ? (createSigner(app.config.secret, 'device').unpack(cookie) as Device | null) : null;
}

/** The number of the browser when this member logged in with it before; else null. */
export function knownDevice(app: Pick<App, 'config'>, call: Call, memberId: number | undefined): string | null {
  const device = deviceOf(app, call);
  return device && memberId !== undefined && device.m.includes(memberId) ? device.d : null;
}

/** Remembers that the member logged in with this browser. */
export function rememberDevice(app: Pick<App, 'config'>, call: Call, memberId: number): void {
  const device = deviceOf(app, call);
  const members = [memberId, ...(device?.m ?? []).filter((id) => id !== memberId)].slice(0, MOST_MEMBERS);
  const packed = createSigner(app.config.secret, 'device').pack({ d: device?.d ?? randomBytes(9).toString('base64url'), m: members }, YEAR_SECONDS);
  call.setCookie(COOKIE, packed, { maxAgeSeconds: YEAR_SECONDS });
}
