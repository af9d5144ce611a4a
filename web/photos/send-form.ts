import calls from 'virtual:calls';
import type { CallName } from '#contract/calls.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { ApiError } from '#web/api.ts';

interface Options {
  /** From 0 to 1, while it travels; 1 while the server works on it. */
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends a form with a file and reports its progress, which `fetch` cannot: the older request does. Throws `ApiError` like every other call. */
export function sendForm<Reply>(name: CallName, form: FormData, { onProgress, signal }: Options = {}): Promise<Reply> {
  const [method, path] = calls[name]!;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('x-request-type', 'client');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgress?.(1);
    request.onload = () => {
      if (request.status === 201) return resolve(request.response as Reply);
      reject(new ApiError(request.status, (request.response ?? {}) as Partial<ErrorBody>, Number(request.getResponseHeader('retry-after')) || null));
    };
    request.onerror = request.ontimeout = request.onabort = () => reject(new ApiError(0, {}));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
