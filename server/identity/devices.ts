import { randomBytes } from 'node:crypto';
import type { App } from '../platform/app.ts';
import type { CallContext } from '../platform/http/context.ts';
import { createSigner } from '../platform/signing.ts';

/**
 * A signed cookie identifies a browser that the member has logged in with before. Such a browser is exempt
 * from the lock caused by wrong passwords elsewhere, so that nobody can lock the owner out (docs/product.md
 * 12.2). The cookie grants no access by itself.
 */
const COOKIE = 'device';
const YEAR_SECONDS = 365 * 86_400;
const MOST_MEMBERS = 5;

interface Device {
  /** Random id of the browser; wrong passwords are counted per id. */
  d: string;
  m: number[];
}

type Call = Pick<CallContext<never>, 'cookie' | 'setCookie'>;

function deviceOf(app: Pick<App, 'config'>, call: Call): Device | null {
  const cookie = call.cookie(COOKIE);
  return cookie ? (createSigner(app.config.secret, 'device').unpack(cookie) as Device | null) : null;
}

export function knownDevice(
  app: Pick<App, 'config'>,
  call: Call,
  memberId: number | undefined,
): string | null {
  const device = deviceOf(app, call);
  return device && memberId !== undefined && device.m.includes(memberId) ? device.d : null;
}

export function rememberDevice(app: Pick<App, 'config'>, call: Call, memberId: number): string {
  const device = deviceOf(app, call);
  const id = device?.d ?? randomBytes(9).toString('base64url');
  const members = [memberId, ...(device?.m ?? []).filter((id) => id !== memberId)].slice(0, MOST_MEMBERS);
  const packed = createSigner(app.config.secret, 'device').pack({ d: id, m: members }, YEAR_SECONDS);
  call.setCookie(COOKIE, packed, { maxAgeSeconds: YEAR_SECONDS });
  return id;
}
