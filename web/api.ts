import calls from 'virtual:calls';
import type { CallBody, CallName, CallQuery, CallReply } from '#contract/calls.ts';
import type { ErrorBody, ErrorCode, FieldCode } from '#contract/errors.ts';

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : Record<string, never> extends Value
    ? { [K in Key]?: Value | (Key extends 'body' ? FormData : never) }
    : { [K in Key]: Value | (Key extends 'body' ? FormData : never) };

/** What a call takes: its query and its body (a FormData where the call accepts an upload). */
export type CallInput<K extends CallName> = Part<'query', CallQuery<K>> & Part<'body', CallBody<K>>;
type Arguments<K extends CallName> =
  Record<string, never> extends CallInput<K> ? [input?: CallInput<K>, options?: CallOptions] : [input: CallInput<K>, options?: CallOptions];

export interface CallOptions {
  signal?: AbortSignal;
}

export interface Api {
  /** Makes one call of the contract. Throws `ApiError` for every answer that is not a success. */
  call<K extends CallName>(name: K, ...args: Arguments<K>): Promise<CallReply<K>>;
}

/** A refusal or failure of a call. `status` 0 means that no answer came (offline, timeout). */
export class ApiError extends Error {
  override name = 'ApiError';
  status: number;
  code: ErrorCode;
  params: Record<string, string | number>;
  /** Field name -> code, for 400 and 422. */
  fields: Record<string, FieldCode>;
  /** Seconds to wait before trying again, from `retry-after`. */
  retryAfter: number | null;

  constructor(status: number, body: Partial<ErrorBody>, retryAfter: number | null = null) {
    super(body.message ?? 'An error occurred, please try again later.');
    this.status = status;
    this.code = body.error ?? (status === 0 || status >= 500 ? 'unavailable' : 'internal');
    this.params = body.params ?? {};
    this.fields = body.fields ?? {};
    this.retryAfter = retryAfter;
  }
}

export const isRefusal = (error: unknown, code?: ErrorCode): error is ApiError => error instanceof ApiError && (code === undefined || error.code === code);

export interface OutgoingCall {
  method: string;
  /** Path with its query. */
  path: string;
  body?: string | FormData;
  signal?: AbortSignal;
}

/** Carries a call to the server: `fetch` in the browser, in-process while rendering on the server. Null: no answer came. */
export type Transport = (call: OutgoingCall) => Promise<{ status: number; retryAfter: string | null; body: unknown } | null>;

/**
 * The typed client over a transport. `onSessionEnd` runs when any call but those of
 * user.php is refused with `authentication_required` (docs/product.md 8), and is told when that
 * call was sent (ms of `performance.now()`).
 */
export function createApi(transport: Transport, onSessionEnd: (sentAt: number) => void = () => {}): Api {
  return {
    async call(name: CallName, input?: { query?: unknown; body?: unknown }, options?: CallOptions) {
      // What operators call comes with the first of their calls.
      const [method, path, when] = calls[name] ?? (await import('virtual:operator-calls')).default[name]!;
      const query = new URLSearchParams();
      if (when) query.set(when, '1');
      for (const [key, value] of Object.entries(input?.query ?? {})) {
        if (value !== undefined && value !== null && value !== '') query.set(key, String(value));
      }
      const body = input?.body;
      const sentAt = performance.now();
      const answer = await transport({
        method,
        path: query.size ? `${path}?${query}` : path,
        body: body === undefined ? undefined : body instanceof FormData ? body : JSON.stringify(body),
        signal: options?.signal,
      });
      if (!answer) throw new ApiError(0, {});
      if (answer.status >= 200 && answer.status < 300) return answer.body as never;
      const error = new ApiError(answer.status, (answer.body ?? {}) as Partial<ErrorBody>, answer.retryAfter ? Number(answer.retryAfter) || null : null);
      if (error.code === 'authentication_required' && path !== '/api/user.php') onSessionEnd(sentAt);
      throw error;
    },
  } as Api;
}

/** The browser's transport: same-origin fetch, marked as the web client (docs/product.md 7). */
export const fetchTransport: Transport = async ({ method, path, body, signal }) => {
  try {
    const response = await fetch(path, {
      method,
      ...(body === undefined ? {} : { body }),
      signal,
      headers: { 'x-request-type': 'client', accept: 'application/json', ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) },
    });
    const text = response.status === 204 ? '' : await response.text();
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: text ? parse(text) : null };
  } catch (error) {
    if (signal?.aborted) throw error;
    return null;
  }
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
