import calls from 'virtual:calls';
import type { CallName } from '#contract/calls.ts';
import { ApiError } from '#web/api.ts';

interface Options {
  /** Receives the upload progress from 0 to 1. It stays at 1 while the server processes the file. */
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Submits a form with a file and reports upload progress. It uses XMLHttpRequest, because `fetch` cannot
 * report progress. Throws `ApiError` like every other call.
 */
export function sendForm<Reply>(
  name: CallName,
  form: FormData,
  { onProgress, signal }: Options = {},
): Promise<Reply> {
  const [method, path] = calls[name] ?? [];
  if (!method || !path) throw new Error(`There is no call ${name}`);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('x-request-type', 'client');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgress?.(1);
    request.onload = () => {
      if (request.status === 201) return resolve(request.response);
      reject(
        new ApiError(
          request.status,
          request.response ?? {},
          Number(request.getResponseHeader('retry-after')) || null,
        ),
      );
    };
    request.onerror = request.ontimeout = request.onabort = () => reject(new ApiError(0, {}));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
