import type { ProcessedPhoto } from '../process-photo.ts';
import type { FileParts } from './check-files.ts';
import { keepFolder } from './keep-folder.ts';
import { putFiles } from './put-files.ts';

/** Stores a photo's files in a new folder, for a row of `photos` or `chat_images`. Throws as `keepFolder` does. */
export const keepFiles = (app: FileParts, photo: ProcessedPhoto): Promise<string> =>
  keepFolder(app, (folder) => putFiles(app.storage, folder, photo));
