import { parse as readQuery } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rewriteVariants } from '../http/register-calls.ts';

export interface Answered {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

/** Headers of the page's request that its calls have as well. */
const PASSED = [
  'cookie',
  'host',
  'user-agent',
  'accept-language',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
] as const;

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
  const headers: Record<string, string> = {
    'x-request-type': 'client',
    accept: 'application/json',
    referer: `${request.protocol}://${request.host}${request.url}`,
    origin,
  };
  for (const name of PASSED) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return async ({ method, path, body }: { method: string; path: string; body?: string }) => {
    const answer =
      (method === 'GET' && (await answerWithin(fastify, request, { headers, path, setCookies }))) ||
      (await injected(fastify, request, { headers, method, path, body, setCookies }));
    const said = answer.text ? parse(answer.text) : null;
    answers.push({ method, path, status: answer.status, body: said });
    return {
      status: answer.status,
      retryAfter: answer.retryAfter === undefined ? null : String(answer.retryAfter),
      body: said,
      text: answer.text,
    };
  };
}

interface Sent {
  headers: Record<string, string>;
  path: string;
  setCookies: string[];
}

/** Answers a GET call without a request of its own, which would cost more than most handlers. */
function answerWithin(
  fastify: FastifyInstance,
  request: FastifyRequest,
  { headers, path, setCookies }: Sent,
) {
  const url = rewriteVariants(path, 'GET');
  const [address = '', query = ''] = url.split('?', 2);
  const answer = fastify.callWithin(address);
  const { cookies, host, hostname, ip, log, raw } = request;
  return answer?.(
    { url, headers, cookies, host, hostname, ip, log, raw, query: readQuery(query), caller: null },
    setCookies,
  );
}

/** Sends a call through the routes, as a request of its own. */
async function injected(
  fastify: FastifyInstance,
  request: FastifyRequest,
  { method, path, headers, body, setCookies }: Sent & { method: string; body?: string | undefined },
) {
  const answer = await fastify.inject({
    method: method as 'GET',
    url: path,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    payload: body,
    remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
  });
  const cookies = answer.headers['set-cookie'];
  if (cookies) setCookies.push(...(Array.isArray(cookies) ? cookies : [cookies]));
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], text: answer.payload };
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
