import type { App } from '../../platform/app.ts';
import { createSigner } from '../../platform/signing.ts';
import type { PhotoVariant } from '../../photos/index.ts';

/** An address works for three to six hours and is the same for three, so that browsers keep the picture. */
const LIFETIME_SECONDS = 6 * 3600;

/** Signed addresses `/chat-images/{id}/{variant}?s=…` of the pictures in conversations. */
export interface ChatImageAddresses {
  of(id: number): { filename: string; thumb_filename: string };
  isValid(id: number, signature: string): boolean;
}

const ofConfig = new WeakMap<App['config'], ChatImageAddresses>();

export function chatImageAddresses({ config }: Pick<App, 'config'>): ChatImageAddresses {
  const known = ofConfig.get(config);
  if (known) return known;
  const signer = createSigner(config.secret, 'chat-images');
  const address = (id: number, variant: PhotoVariant) => `/chat-images/${id}/${variant}?s=${signer.sign(String(id), LIFETIME_SECONDS)}`;
  const made: ChatImageAddresses = {
    of: (id) => ({ filename: address(id, '960'), thumb_filename: address(id, '480') }),
    isValid: (id, signature) => signer.verify(String(id), signature),
  };
  ofConfig.set(config, made);
  return made;
}
