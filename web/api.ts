import calls from 'virtual:calls';
import type { CallBody, CallName, CallQuery, CallReply } from '#contract/calls.ts';
import type { ErrorBody, ErrorCode, FieldCode } from '#contract/errors.ts';
import { loadChunk } from './session/missing-chunk.ts';

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : Record<string, never> extends Value
    ? { [K in Key]?: Value | (Key extends 'body' ? FormData : never) }
    : { [K in Key]: Value | (Key extends 'body' ? FormData : never) };

/** Input of a call: its query and its body (FormData if the call accepts an upload). */
export type CallInput<K extends CallName> = Part<'query', CallQuery<K>> & Part<'body', CallBody<K>>;
type Arguments<K extends CallName> =
  Record<string, never> extends CallInput<K>
    ? [input?: CallInput<K>, options?: CallOptions]
    : [input: CallInput<K>, options?: CallOptions];

export interface CallOptions {
  signal?: AbortSignal;
}

export interface Api {
  /** Makes one call of the contract. Throws `ApiError` for every unsuccessful response. */
  call<K extends CallName>(name: K, ...args: Arguments<K>): Promise<CallReply<K>>;
}

/** A rejected or failed call. `status` 0 means that there was no response (offline, timeout). */
export class ApiError extends Error {
  override name = 'ApiError';
  status: number;
  code: ErrorCode;
  params: Record<string, string | number>;
  fields: Record<string, FieldCode>;
  /** Seconds to wait before retrying, from `retry-after`. */
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

export const isRefusal = (error: unknown, code?: ErrorCode): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code);

export interface OutgoingCall {
  method: string;
  path: string;
  body?: string | FormData;
  signal?: AbortSignal;
}

/**
 * Sends a call to the server: `fetch` in the browser, in-process during server rendering, which also returns the JSON of
 * the body. Null if there was no response.
 */
export type Transport = (
  call: OutgoingCall,
) => Promise<{ status: number; retryAfter: string | null; body: unknown; text?: string } | null>;

/**
 * Asks the user to show the second factor again. Resolves to whether the user did. The office sets this; a
 * call that fails with `fresh_factor_required` is then repeated.
 */
export const stepUp: { ask: (() => Promise<boolean>) | null } = { ask: null };

/**
 * The typed client over a transport. `onSessionEnd` runs if any call except user.php fails with
 * `authentication_required` (docs/product.md 8.2). It receives the time at which the call was sent, in
 * milliseconds of `performance.now()`.
 */
export function createApi(transport: Transport, onSessionEnd: (sentAt: number) => void = () => {}): Api {
  // The transport returns untyped bodies. Typing them as `Api` is safe, because the server serialises each reply with
  // the schema of its contract.
  return {
    call(name: CallName, input?: AnyInput, options?: CallOptions) {
      const once = () => send(transport, onSessionEnd, name, input, options);
      return once().catch(async (error: unknown) => {
        if (isRefusal(error, 'fresh_factor_required') && (await stepUp.ask?.())) return once();
        throw error;
      });
    },
  } as Api;
}

interface AnyInput {
  query?: object | undefined;
  body?: object | undefined;
}

async function send(
  transport: Transport,
  onSessionEnd: (sentAt: number) => void,
  name: CallName,
  { query, body }: AnyInput = {},
  { signal }: CallOptions = {},
): Promise<unknown> {
  const [method, path, when] = await lineOf(name);
  const sentAt = performance.now();
  const reply = await transport({
    method,
    path: withQuery(path, { ...(when && { [when]: 1 }), ...query }),
    body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    signal,
  });
  if (!reply) throw new ApiError(0, {});
  if (reply.status >= 200 && reply.status < 300) return reply.body;
  const error = new ApiError(reply.status, reply.body ?? {}, Number(reply.retryAfter) || null);
  if (error.code === 'authentication_required' && path !== '/api/user.php') onSessionEnd(sentAt);
  throw error;
}

/**
 * Method, path and selecting query parameter of a call. The table of the office's calls is loaded with the
 * first of them.
 */
async function lineOf(name: CallName) {
  const line = calls[name] ?? (await loadChunk(() => import('virtual:operator-calls'))).default[name];
  if (!line) throw new Error(`There is no call ${name}`);
  return line;
}

function withQuery(path: string, values: object): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

export const fetchTransport: Transport = async ({ method, path, body, signal }) => {
  try {
    const response = await fetch(path, {
      method,
      ...(body === undefined ? {} : { body }),
      signal,
      headers: {
        'x-request-type': 'client',
        accept: 'application/json',
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
    });
    const text = response.status === 204 ? '' : await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: text ? parse(text) : null,
    };
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
