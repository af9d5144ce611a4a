import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Fastify's request as the web's, which the router reads. A POST's body is passed on as it comes. */
export function webRequest(request: FastifyRequest, url: URL, signal: AbortSignal) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && !name.startsWith(':')) headers.append(name, one);
  }
  const hasBody = request.method === 'POST';
  return new Request(url, {
    method: request.method,
    headers,
    signal,
    ...(hasBody ? { body: Readable.toWeb(request.raw) as never, duplex: 'half' as const } : {}),
  });
}

/** An answer of the API to a page. */
export interface Answered {
  method: string;
  /** With its query. */
  path: string;
  status: number;
  body: unknown;
}

/** Calls the API within this process as the browser would: its cookies, host, language and address, and that of the page; new cookies go to the page's answer, and `answers` are noted. */
export function inProcess(fastify: FastifyInstance, request: FastifyRequest, setCookies: string[], answers: Answered[]) {
  const passed = ['cookie', 'host', 'user-agent', 'accept-language', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const;
  const headers: Record<string, string> = {
    'x-request-type': 'client',
    accept: 'application/json',
    referer: `${request.protocol}://${request.host}${request.url}`,
  };
  for (const name of passed) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return async ({ method, path, body }: { method: string; path: string; body?: string }) => {
    const answer = await fastify.inject({
      method: method as 'GET',
      url: path,
      headers: { ...headers, origin: `${request.protocol}://${request.host}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      payload: body,
      remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
    });
    const cookies = answer.headers['set-cookie'];
    if (cookies) setCookies.push(...(Array.isArray(cookies) ? cookies : [cookies]));
    const retryAfter = answer.headers['retry-after'];
    const said = answer.payload ? parse(answer.payload) : null;
    answers.push({ method, path, status: answer.statusCode, body: said });
    return { status: answer.statusCode, retryAfter: retryAfter === undefined ? null : String(retryAfter), body: said };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The cookies of a request, by name. */
export function readCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0) cookies[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  return cookies;
}
