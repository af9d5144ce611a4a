import { hash } from 'node:crypto';
import { must } from '#contract/must.ts';
import type { CallContext } from '../../platform/http/context.ts';

/** Sessions last 30 days after their last use (docs/product.md 9.3), by the database's clock. */
export const SESSION_DAYS = 30;

export const SESSION_SECONDS = SESSION_DAYS * 86_400;

export const sessionSecretHash = (secret: string) => hash('sha256', secret, 'buffer');

/** Parses a cookie `<id in base 36>.<secret>` into member id and secret. Null if malformed. */
export function readCookie(cookie: string): { memberId: number; secret: string } | null {
  const [, id, secret] = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(cookie) ?? [];
  if (!id || !secret) return null;
  const memberId = parseInt(id, 36);
  return Number.isSafeInteger(memberId) && memberId > 0 ? { memberId, secret } : null;
}

export const tokenHashOf = (cookie: string): Buffer =>
  sessionSecretHash(must(readCookie(cookie), 'secret in the session cookie').secret);

export function setSessionCookie(call: Pick<CallContext<never>, 'setCookie'>, cookie: string): void {
  call.setCookie('auth', cookie, { maxAgeSeconds: SESSION_SECONDS });
}
