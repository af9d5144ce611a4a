import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import proxyAddr from '@fastify/proxy-addr';

/** A request before the routes: who asks and for what, as the trusted proxies say it. The same that Fastify's own request says. */
export interface Caller {
  method: string;
  /** Path and query as they came. */
  url: string;
  host: string;
  ip: string;
  https: boolean;
  headers: IncomingHttpHeaders;
}

/** An answer that is ready: nothing of it is made for one caller. */
export interface ReadyAnswer {
  status: number;
  /** Names and values in turn, as they go over the wire. */
  headers: string[];
  body: Buffer | null;
}

/** Gives the answer that is ready for a caller; null leaves the request to the routes. */
export type Ready = (caller: Caller) => Promise<ReadyAnswer | null> | ReadyAnswer | null;

/** How requests are let in and turned away. */
export interface Admission {
  /** What is let in whatever else there is. */
  exempts(url: string): boolean;
  /** Lets a request in and returns what counts it out again; null when it is to be turned away. */
  enter(): (() => void) | null;
  /** What a request that is turned away gets. */
  refusal: ReadyAnswer;
}

/** What stands in front of the routes (docs/decisions/public-pages.md): answers that are ready go out without routing, hooks and reply objects. */
export interface Front {
  /** From now on these answers are looked for first. */
  answerFirst(ready: Ready): void;
  /** All requests go to the routes while one of these says false. */
  openWhile(open: () => boolean): void;
  /** From now on this says who is let in, whoever answers. */
  admit(admission: Admission): void;
  /** Hears of each request that was answered here. */
  onAnswered(hear: (method: string, status: number, ms: number) => void): void;
}

/** The front of one server, and the server's own listener around the routes. */
export function createFront(trustProxy: readonly string[]): { front: Front; around(routes: RequestListener): RequestListener } {
  const read = callerReader(trustProxy);
  const open: (() => boolean)[] = [];
  let ready: Ready | null = null;
  let admission: Admission | null = null;
  let hear: (method: string, status: number, ms: number) => void = () => {};

  const answer = (request: IncomingMessage, response: ServerResponse, { status, headers, body }: ReadyAnswer, began: number) => {
    response.once('close', () => hear(request.method!, status, performance.now() - began));
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
      const began = performance.now();
      if (admission !== null && !admission.exempts(request.url!)) {
        const leave = admission.enter();
        if (leave === null) return answer(request, response, admission.refusal, began);
        response.once('close', leave);
      }
      if (ready === null || !open.every((says) => says())) return routes(request, response);
      const found = ready(read(request));
      if (found === null) return routes(request, response);
      if (!(found instanceof Promise)) return answer(request, response, found, began);
      const goOn = () => routes(request, response);
      // What failed here fails again behind the routes, which have the words for it.
      void found.then((late) => (late === null ? goOn() : answer(request, response, late, began)), goOn);
    },
  };
}

/** Node's server for Fastify, with the front before its routes. Node's limits are set here: Fastify leaves them to who makes the server. */
export function frontedServer(around: (routes: RequestListener) => RequestListener, limits: { keepAlive: number; request: number; headers: number }) {
  return (routes: RequestListener): Server => {
    const server = createServer({ keepAliveTimeout: limits.keepAlive, requestTimeout: limits.request, headersTimeout: limits.headers }, around(routes));
    // Event streams stay open.
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

/** Of a header that each proxy adds to, what the nearest one said. */
function lastOf(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value.join() : value;
  return text ? text.slice(text.lastIndexOf(',') + 1).trim() : undefined;
}
