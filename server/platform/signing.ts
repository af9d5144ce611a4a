import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { growingCache } from './memory/growing-cache.ts';
import { deriveKey } from './secrets.ts';

/**
 * Signs addresses and tokens. Each purpose has its own key, derived from SECRET, so that a signature for one
 * purpose is invalid for another, and all processes use the same keys without sharing state.
 */
export interface Signer {
  /**
   * Signs `subject` until about `lifetimeSeconds` from `now`, as `<expiry>.<signature>`. The expiry is
   * rounded up to half a lifetime, so that a subject keeps its address for a while and browsers can cache it.
   */
  sign(subject: string, lifetimeSeconds: number, now?: number): string;
  /**
   * Returns whether `sign` made `signature` for `subject` and it has not expired. `now` is in milliseconds.
   */
  verify(subject: string, signature: string, now?: number): boolean;
  /** Packs a small value into a signed, readable token, for example for one-click unsubscribe. */
  pack(value: unknown, lifetimeSeconds: number, now?: number): string;
  /** The value of a token made by `pack`. Null if it is forged, expired or of another purpose. */
  unpack(token: string, now?: number): unknown;
}

/**
 * Creates the signer of one purpose (`photos`, `unsubscribe`…). `keep` is the size of an optional cache of
 * signatures, for subjects in every response: signing takes ten times as long as a lookup.
 */
export function createSigner(secret: string, purpose: string, { keep = 0 }: { keep?: number } = {}): Signer {
  const kept = keep > 0 ? growingCache<string, { stamp: string; signature: string }>(keep) : null;
  // Reusing a key object saves time: with raw bytes each signature would create one (11 µs instead of 2, Node
  // 24).
  const key = createSecretKey(deriveKey(secret, `sign ${purpose}`));
  const mac = (text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');
  const same = (a: string, b: string) => {
    // Buffers are compared because a forged signature may contain characters of several bytes.
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
