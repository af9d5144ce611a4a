import type { PhotoVariant } from '../../photos/index.ts';
import { createSigner } from '../../platform/signing.ts';

/**
 * Browsers can cache an image because its address stays the same for three hours. Each address is valid for
 * three to six.
 */
const LIFETIME_SECONDS = 6 * 3600;

export interface ChatImageAddresses {
  of(id: number): { filename: string; thumb_filename: string };
  isValid(id: number, signature: string): boolean;
}

declare module '../../platform/app.ts' {
  interface Parts {
    chatImages: ChatImageAddresses;
  }
}

export function createChatImageAddresses(secret: string): ChatImageAddresses {
  const signer = createSigner(secret, 'chat-images');
  const address = (id: number, variant: PhotoVariant) =>
    `/chat-images/${id}/${variant}?s=${signer.sign(String(id), LIFETIME_SECONDS)}`;
  return {
    of: (id) => ({ filename: address(id, '960'), thumb_filename: address(id, '480') }),
    isValid: (id, signature) => signer.verify(String(id), signature),
  };
}
