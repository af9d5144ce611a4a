import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { TLSSocket } from 'node:tls';
import proxyAddr from '@fastify/proxy-addr';
import { must } from '#contract/must.ts';
import { countWork, dropUnread, type Entry } from './count-work.ts';

/**
 * A request before routing, as trusted proxies describe it. Host, IP and scheme equal those of Fastify's
 * request.
 */
export interface Caller {
  method: string;
  url: string;
  host: string;
  ip: string;
  https: boolean;
  headers: IncomingHttpHeaders;
}

export interface ReadyAnswer {
  status: number;
  /** Names and values alternate, as `writeHead` takes them. */
  headers: string[];
  body: Buffer | null;
}

export type Ready = (caller: Caller) => Promise<ReadyAnswer | null> | ReadyAnswer | null;

export interface Admission {
  exempts(url: string): boolean;
  /** Returns whether the response stays open for as long as the client listens. */
  isStream(url: string): boolean;
  enter(ip: string): Entry | null;
  refusal: ReadyAnswer;
}

/** Sends prepared responses before Fastify's routing and hooks (docs/decisions/0013-public-page-cache.md). */
export interface Front {
  answerFirst(ready: Ready): void;
  /** While any of these functions returns false, every request goes to the routes. */
  openWhile(open: () => boolean): void;
  admit(admission: Admission): void;
  onAnswered(hear: (method: string, status: number, ms: number) => void): void;
}

/** How long a client may pause reading its response. */
const UNREAD_MS = 30_000;

export function createFront(
  trustProxy: readonly string[],
  unreadMs = UNREAD_MS,
): {
  front: Front;
  around(routes: RequestListener): RequestListener;
} {
  const read = callerReader(trustProxy);
  const open: (() => boolean)[] = [];
  let ready: Ready | null = null;
  let admission: Admission | null = null;
  let hear: (method: string, status: number, ms: number) => void = () => {};

  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    { status, headers, body }: ReadyAnswer,
    { began, entry }: { began: number; entry: Entry | null },
  ) => {
    response.once('close', () => {
      entry?.leave();
      hear(must(request.method, 'method of the request'), status, performance.now() - began);
    });
    if (admission !== null) response.socket?.setTimeout(unreadMs);
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? null : body);
  };

  return {
    front: {
      answerFirst: (given) => void (ready = given),
      openWhile: (says) => void open.push(says),
      admit: (given) => void (admission = given),
      onAnswered: (given) => void (hear = given),
    },
    around: (routes) => (request, response) => {
      const { url = '' } = request;
      const began = performance.now();
      let entry: Entry | null = null;
      let caller: Caller | null = null;
      if (admission !== null && !admission.exempts(url)) {
        caller = read(request);
        entry = admission.enter(caller.ip);
        if (entry === null) return answer(request, response, admission.refusal, { began, entry });
      }
      const goOn = () => {
        if (admission !== null && !admission.isStream(url)) dropUnread(response, unreadMs);
        if (entry !== null) countWork(request, response, entry);
        routes(request, response);
      };
      if (ready === null || !open.every((says) => says())) return goOn();
      const found = ready(caller ?? read(request));
      if (found === null) return goOn();
      if (!(found instanceof Promise)) return answer(request, response, found, { began, entry });
      const looked = entry?.begin();
      const done = (late: ReadyAnswer | null) => {
        looked?.();
        // The client has gone, so no event will tell that the request is over.
        if (response.closed) entry?.leave();
        else if (late === null) goOn();
        else answer(request, response, late, { began, entry });
      };
      // A failed lookup goes to the routes, which report the error.
      void found.then(done, () => done(null));
    },
  };
}

/** How often Node looks for requests that exceed their timeouts. */
const CHECK_MS = 5000;

/**
 * Node's HTTP server for Fastify, with the front before its routes. Fastify sets no timeouts on a server that
 * it did not create.
 */
export function frontedServer(
  around: (routes: RequestListener) => RequestListener,
  limits: { keepAlive: number; request: number; headers: number },
) {
  return (routes: RequestListener): Server => {
    const server = createServer(
      {
        keepAliveTimeout: limits.keepAlive,
        requestTimeout: limits.request,
        headersTimeout: limits.headers,
        connectionsCheckingInterval: CHECK_MS,
      },
      around(routes),
    );
    server.setTimeout(0);
    return server;
  };
}

function callerReader(trustProxy: readonly string[]): (request: IncomingMessage) => Caller {
  if (trustProxy.length === 0)
    return ({ method = 'GET', url = '/', headers, socket }) => ({
      method,
      url,
      headers,
      host: headers.host ?? '',
      ip: socket.remoteAddress ?? '',
      https: (socket as TLSSocket).encrypted === true,
    });
  const trusts = proxyAddr.compile([...trustProxy]);
  return (request) => {
    const { method = 'GET', url = '/', headers, socket } = request;
    const believed = trusts(socket.remoteAddress ?? '', 0);
    const host = believed ? lastOf(headers['x-forwarded-host']) : undefined;
    const protocol = believed ? lastOf(headers['x-forwarded-proto']) : undefined;
    return {
      method,
      url,
      headers,
      host: host ?? headers.host ?? '',
      ip: proxyAddr(request, trusts),
      https: protocol === undefined ? (socket as TLSSocket).encrypted === true : protocol === 'https',
    };
  };
}

/** Each proxy appends to the header, so the last value is the nearest proxy's. */
function lastOf(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value.join() : value;
  return text ? text.slice(text.lastIndexOf(',') + 1).trim() : undefined;
}
