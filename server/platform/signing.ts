import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { deriveKey } from './secrets.ts';

/**
 * Signed addresses and tokens. Each purpose has its own key, derived from SECRET, so that a signature made for one
 * thing proves nothing about another, and every process agrees without sharing anything else.
 */
export interface Signer {
  /**
   * Signs `subject` until about `lifetimeSeconds` from `now`, as `<expiry>.<signature>`. The expiry is rounded up to a
   * whole half lifetime, so that the same subject gets the same address for a while and browsers can cache it.
   */
  sign(subject: string, lifetimeSeconds: number, now?: number): string;
  /** Whether `signature` was made by `sign` for `subject` and has not expired. `now` in milliseconds. */
  verify(subject: string, signature: string, now?: number): boolean;
  /** Packs a small value into a token that says its own content: for one-click unsubscribe and the like. */
  pack(value: unknown, lifetimeSeconds: number, now?: number): string;
  /** The value of a token made by `pack`; null when forged, of another purpose or expired. */
  unpack(token: string, now?: number): unknown;
}

/**
 * The signer of one purpose (`photos`, `unsubscribe`…). With `keep` it remembers the newest signatures of so many subjects, for those
 * that are in every reply: a signature costs ten times a look-up.
 */
export function createSigner(secret: string, purpose: string, { keep = 0 }: { keep?: number } = {}): Signer {
  const kept = keep > 0 ? new LRUCache<string, { stamp: string; signature: string }>({ max: keep }) : null;
  // A key object made once: given the bytes, each signature would make one of its own (11 µs instead of 2, Node 24).
  const key = createSecretKey(deriveKey(secret, `sign ${purpose}`));
  const mac = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');
  const same = (a: string, b: string) => {
    // A signature in an address may hold any signs: as bytes it can be longer than as text.
    const [left, right] = [Buffer.from(a), Buffer.from(b)];
    return left.length === right.length && timingSafeEqual(left, right);
  };

  const signer: Signer = {
    sign(subject, lifetimeSeconds, now = Date.now()) {
      const step = Math.max(1, Math.floor(lifetimeSeconds / 2));
      const expires = (Math.floor(now / 1000 / step) + 2) * step;
      const stamp = expires.toString(36);
      const known = kept?.get(subject);
      if (known?.stamp === stamp) return known.signature;
      const signature = `${stamp}.${mac(`${stamp} ${subject}`)}`;
      kept?.set(subject, { stamp, signature });
      return signature;
    },
    verify(subject, signature, now = Date.now()) {
      const dot = signature.indexOf('.');
      const stamp = signature.slice(0, dot);
      if (dot < 1 || !/^[0-9a-z]{1,10}$/.test(stamp) || parseInt(stamp, 36) * 1000 <= now) return false;
      return same(mac(`${stamp} ${subject}`), signature.slice(dot + 1));
    },
    pack(value, lifetimeSeconds, now) {
      const body = Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${body}.${signer.sign(body, lifetimeSeconds, now)}`;
    },
    unpack(token, now) {
      const dot = token.indexOf('.');
      const body = token.slice(0, dot);
      if (dot < 1 || !signer.verify(body, token.slice(dot + 1), now)) return null;
      return JSON.parse(Buffer.from(body, 'base64url').toString());
    },
  };
  return signer;
}
