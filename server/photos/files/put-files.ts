import type { App } from '../../platform/app.ts';
import type { ProcessedPhoto } from '../process-photo.ts';
import { fileKey } from './file-key.ts';

export async function putFiles(
  storage: App['storage'],
  folder: string,
  { files }: ProcessedPhoto,
): Promise<void> {
  for (const { variant, content } of files)
    await storage.put(fileKey(folder, variant, 'webp'), content, 'image/webp');
}
