import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './secrets.ts';

const IV = 12;
const TAG = 16;

/** Seals a text (AES-256-GCM) under a key of SECRET for one `purpose`. `bound` names what it belongs to: it opens with that alone. */
export function seal(secret: string, purpose: string, bound: string, text: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), iv).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Opens what `seal` made; throws when it was changed or belongs to something else. */
export function unseal(secret: string, purpose: string, bound: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), sealed.subarray(0, IV)).setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG));
  return decipher.update(sealed.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8');
}
