import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './secrets.ts';

const IV = 12;
const TAG = 16;

/** Seals a text or bytes (AES-256-GCM) under a key of SECRET for one `purpose`. `bound` names what it belongs to: it opens with that alone. */
export function seal(secret: string, purpose: string, bound: string, content: string | Uint8Array): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), iv).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(typeof content === 'string' ? Buffer.from(content) : content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Opens a text that `seal` made; throws when it was changed or belongs to something else. */
export const unseal = (secret: string, purpose: string, bound: string, sealed: Uint8Array): string =>
  unsealBytes(secret, purpose, bound, sealed).toString('utf8');

/** Opens bytes that `seal` made; throws when they were changed or belong to something else. */
export function unsealBytes(secret: string, purpose: string, bound: string, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), sealed.subarray(0, IV)).setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]);
}
