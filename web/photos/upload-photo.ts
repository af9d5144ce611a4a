import type { Photo } from '#contract/photos/photo.ts';
import { retryWait, worthRetrying } from '#web/session/query-client.ts';
import { sendForm } from './send-form.ts';

export interface PhotoUpload {
  file: Blob;
  private?: boolean;
  main?: boolean;
  /** Idempotency key, so that retries add the photo only once. */
  clientId: string;
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/** Uploads a photo to the member's profile, with progress and the usual retries. Throws `ApiError`. */
export async function uploadPhoto(upload: PhotoUpload): Promise<Photo> {
  for (let failures = 0; ; failures++) {
    try {
      return await send(upload);
    } catch (error) {
      if (upload.signal?.aborted || !worthRetrying(failures, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryWait(failures, error)));
      if (upload.signal?.aborted) throw error;
    }
  }
}

function send({ file, clientId, onProgress, signal, ...fields }: PhotoUpload): Promise<Photo> {
  const form = new FormData();
  form.set('client_id', clientId);
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  form.set('file', file, 'photo.jpg');
  return sendForm('addPhoto', form, { onProgress, signal });
}
