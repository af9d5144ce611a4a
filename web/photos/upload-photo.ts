import calls from 'virtual:calls';
import type { Photo } from '#contract/profiles.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { ApiError } from '#web/api.ts';
import { retryWait, worthRetrying } from '#web/session/query-client.ts';

export interface PhotoUpload {
  file: Blob;
  private?: boolean;
  main?: boolean;
  /** Made once for a photo: however often it is sent, it is added once. */
  clientId: string;
  /** From 0 to 1, while it travels; 1 while the server works on it. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/** Adds a photo to the member's profile, telling how far it is; tries again like every other call. Throws `ApiError`. */
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

/** `fetch` does not tell how much has been sent; the older request does. */
function send({ file, clientId, onProgress, signal, ...fields }: PhotoUpload): Promise<Photo> {
  const [method, path] = calls['addPhoto']!;
  const form = new FormData();
  form.set('client_id', clientId);
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  form.set('file', file, 'photo.jpg');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('x-request-type', 'client');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgress?.(1);
    request.onload = () => {
      if (request.status === 201) return resolve(request.response as Photo);
      reject(new ApiError(request.status, (request.response ?? {}) as Partial<ErrorBody>, Number(request.getResponseHeader('retry-after')) || null));
    };
    request.onerror = request.ontimeout = request.onabort = () => reject(new ApiError(0, {}));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
