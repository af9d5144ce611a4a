import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../platform/secrets.ts';

/** What a link is for. A friend's link must not be able to check in. */
type Purpose = 'friend' | 'check in';

const BYTES = 16;

/** Token of a link to a shared date: its key and a signature. It stays the same when the date changes. */
export function dateToken(secret: string, purpose: Purpose, linkKey: string): string {
  const key = Buffer.from(linkKey.replaceAll('-', ''), 'hex');
  return Buffer.concat([key, signatureOf(secret, purpose, key)]).toString('base64url');
}

/** The `link_key` of a token; null if the token is forged or of another purpose. */
export function linkKeyOf(secret: string, purpose: Purpose, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * BYTES) return null;
  const key = bytes.subarray(0, BYTES);
  return timingSafeEqual(bytes.subarray(BYTES), signatureOf(secret, purpose, key))
    ? key.toString('hex')
    : null;
}

const signatureOf = (secret: string, purpose: Purpose, key: Buffer): Buffer =>
  createHmac('sha256', deriveKey(secret, `shared date of ${purpose}`))
    .update(key)
    .digest()
    .subarray(0, BYTES);
