import type { PhotoVariant } from '../../photos/index.ts';
import { createSigner } from '../../platform/signing.ts';

/**
 * Browsers can cache an image because its address stays the same for three hours. Each address is valid for
 * three to six.
 */
const LIFETIME_SECONDS = 6 * 3600;

/** An image to be seen once can be loaded for this time after it was opened. */
export const OPEN_SECONDS = 60;

export interface ChatImageAddresses {
  of(id: number): { filename: string; thumb_filename: string };
  /** Only the blurred rendition, of an image that the recipient has not asked for. */
  covered(id: number): { filename: null; thumb_filename: string };
  /** Of the recording of a voice message. */
  voice(id: number): string;
  /** Of one opening of an image to be seen once. */
  opened(id: number, opening: string): string;
  isValid(id: number, signature: string, opening?: string): boolean;
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
    covered: (id) => ({ filename: null, thumb_filename: address(id, 'blur') }),
    voice: (id) => `/chat-voices/${id}?s=${signer.sign(String(id), LIFETIME_SECONDS)}`,
    opened: (id, opening) =>
      `/chat-images/${id}/960?o=${opening}&s=${signer.sign(`${id} ${opening}`, OPEN_SECONDS)}`,
    isValid: (id, signature, opening) => signer.verify(opening ? `${id} ${opening}` : String(id), signature),
  };
}
