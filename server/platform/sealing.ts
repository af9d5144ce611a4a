import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './secrets.ts';

const IV = 12;
const TAG = 16;

/**
 * Encrypts text or bytes (AES-256-GCM) with a key derived from SECRET for one `purpose`. `bound` is the
 * associated data, which `unseal` must receive too.
 */
export function seal(secret: string, purpose: string, bound: string, content: string | Uint8Array): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), iv).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([
    cipher.update(typeof content === 'string' ? Buffer.from(content) : content),
    cipher.final(),
  ]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts text sealed by `seal`. Throws if it was changed or `bound` differs. */
export const unseal = (secret: string, purpose: string, bound: string, sealed: Uint8Array): string =>
  unsealBytes(secret, purpose, bound, sealed).toString('utf8');

export function unsealBytes(secret: string, purpose: string, bound: string, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), sealed.subarray(0, IV)).setAAD(
    Buffer.from(bound),
  );
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]);
}
