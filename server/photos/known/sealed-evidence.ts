import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/config.ts';
import { seal, unsealBytes } from '../../platform/sealing.ts';

const PURPOSE = 'pictures of known lists';

export const sealedKey = (folder: string) => `${folder}/sealed`;

export const sealEvidence = (
  { secret }: Pick<Config, 'secret'>,
  folder: string,
  content: Uint8Array,
): Buffer => seal(secret, PURPOSE, folder, content);

/** Null if the file is gone, or was sealed with another SECRET. */
export async function sealedEvidence(
  { config, log, storage }: Pick<App, 'config' | 'log' | 'storage'>,
  folder: string,
): Promise<Buffer | null> {
  const sealed = await storage.bytes(sealedKey(folder));
  if (!sealed) return null;
  try {
    return unsealBytes(config.secret, PURPOSE, folder, sealed);
  } catch {
    log.warn('sealed evidence cannot be read: was SECRET changed?');
    return null;
  }
}
