import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  calls,
  type Call,
  type CallBody,
  type CallName,
  type CallQuery,
  type CallReply,
} from '#contract/calls.ts';
import type { ErrorBody } from '#contract/errors.ts';

/** The response to a call. `body` has the shape of the reply on success and of an error otherwise. */
export interface Answer<Body> {
  status: number;
  body: Body & Partial<ErrorBody>;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface Upload {
  field?: string;
  name?: string;
  type?: string;
  content: Uint8Array;
}

export interface Input<K extends CallName> {
  query?: CallQuery<K> | Record<string, unknown>;
  body?: CallBody<K> | Record<string, unknown>;
  file?: Upload;
  headers?: Record<string, string>;
}

/** A headless browser with its own cookies that speaks HTTP to the site under test. */
export class Client {
  readonly cookies = new Map<string, string>();
  memberId = 0;
  email = '';
  host = 'localhost:3000';
  readonly #http: FastifyInstance;
  readonly #address: string;

  constructor(http: FastifyInstance, address: string) {
    this.#http = http;
    this.#address = address;
  }

  async call<K extends CallName>(name: K, input: Input<K> = {}): Promise<Answer<CallReply<K>>> {
    const { method, url, payload, type } = requestOf(name, input);
    return this.request(method, url, {
      payload,
      headers: {
        'x-request-type': 'client',
        ...(payload === undefined ? {} : { 'content-type': type }),
        ...input.headers,
      },
    });
  }

  /** Makes a call and returns its reply. Throws if it fails. */
  async must<K extends CallName>(name: K, input: Input<K> = {}): Promise<CallReply<K>> {
    const answer = await this.call(name, input);
    if (answer.status >= 300)
      throw new Error(`${name} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Makes any request. A JSON body is parsed. */
  async request<Body = unknown>(
    method: string,
    url: string,
    { payload, headers }: { payload?: string | Buffer | undefined; headers?: Record<string, string> } = {},
  ): Promise<Answer<Body>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#http.inject({
      method: method as 'GET',
      url,
      remoteAddress: this.#address,
      headers: { host: this.host, 'user-agent': 'tests', ...(cookie ? { cookie } : {}), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    this.#keepCookies(answer.headers['set-cookie']);
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: (isJson ? JSON.parse(answer.payload) : answer.payload) as Answer<Body>['body'],
    };
  }

  #keepCookies(header: string | string[] | undefined): void {
    for (const line of [header ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0\b/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

export function requestOf<K extends CallName>(
  name: K,
  input: Input<K>,
): { method: string; url: string; payload?: string | Buffer<ArrayBuffer>; type: string } {
  const { method, path, when } = calls[name] as Call;
  const query = new URLSearchParams(when ? { [when]: '1' } : {});
  for (const [key, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(key, String(value));
  const url = query.size > 0 ? `${path}?${query}` : path;
  if (input.file) return { method, url, ...formOf(input.body ?? {}, input.file) };
  return {
    method,
    url,
    type: 'application/json',
    ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) }),
  };
}

function formOf(
  body: object,
  { field = 'file', name = 'photo.jpg', type = 'image/jpeg', content }: Upload,
): { payload: Buffer<ArrayBuffer>; type: string } {
  const boundary = `form-${randomUUID()}`;
  const parts = Object.entries(body).map(
    ([key, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${String(value)}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    payload: Buffer.concat([
      Buffer.from(parts.join('') + head),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}
