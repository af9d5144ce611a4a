import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export function webRequest(request: FastifyRequest, url: URL, signal: AbortSignal) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && !name.startsWith(':')) headers.append(name, one);
  }
  const hasBody = request.method === 'POST';
  // Node's stream is the global one, but the types of Node and of the DOM disagree.
  return new Request(url, {
    method: request.method,
    headers,
    signal,
    ...(hasBody ? { body: Readable.toWeb(request.raw) as never, duplex: 'half' as const } : {}),
  });
}

export interface Answered {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

/**
 * Calls the API within this process as the browser would, with the page request's cookies, host, language and
 * IP address. New cookies are added to the page's response, and `answers` records the replies.
 */
export function inProcess(
  fastify: FastifyInstance,
  request: FastifyRequest,
  origin: string,
  setCookies: string[],
  answers: Answered[],
) {
  const passed = [
    'cookie',
    'host',
    'user-agent',
    'accept-language',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
  ] as const;
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
      headers: {
        ...headers,
        origin,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      payload: body,
      remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
    });
    const cookies = answer.headers['set-cookie'];
    if (cookies) setCookies.push(...(Array.isArray(cookies) ? cookies : [cookies]));
    const retryAfter = answer.headers['retry-after'];
    const said = answer.payload ? parse(answer.payload) : null;
    answers.push({ method, path, status: answer.statusCode, body: said });
    return {
      status: answer.statusCode,
      retryAfter: retryAfter === undefined ? null : String(retryAfter),
      body: said,
    };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function readCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0) cookies[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  return cookies;
}
