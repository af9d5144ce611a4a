import type { Sent } from '#contract/chat.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { ApiError } from '#web/api.ts';

/** Sends an image to chat.php and tells how far it is; fetch can not. Throws `ApiError` like every other call. */
export function uploadImage(form: FormData, onProgress: (share: number) => void): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/chat.php');
    request.setRequestHeader('x-request-type', 'client');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => {
      if (request.status === 201) return resolve(request.response as Sent);
      reject(new ApiError(request.status, (request.response ?? {}) as Partial<ErrorBody>, Number(request.getResponseHeader('retry-after')) || null));
    };
    request.onerror = () => reject(new ApiError(0, {}));
    request.send(form);
  });
}
