import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Time limit for requests in progress once the server closes; then their connections are cut. */
const DRAIN_MS = 10_000;

const LOOK_MS = 50;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * For a process that is being replaced. It accepts no new connections, and each further response carries
     * `connection: close`, so that no browser sends a request into a closing connection. Resolves when all
     * connections are closed or the grace period is over.
     */
    retire(graceMs: number): Promise<void>;
  }
}

/**
 * Makes `http.close()` resolve as soon as requests in progress are answered. By default Node also waits for
 * connections that a browser opened in advance and never used, and for the keep-alive timeout of recently
 * busy ones, which takes too long.
 */
export function closeWhenAnswered(http: FastifyInstance, drainMs = DRAIN_MS): void {
  const owed = new Map<Socket, number>();
  const answering = new Set<ServerResponse>();
  const last = new WeakSet<ServerResponse>();
  let closing = false;
  let retiring = false;
  const sayLast = (response: ServerResponse) => {
    if (response.headersSent) return;
    response.setHeader('connection', 'close');
    last.add(response);
  };

  http.server.on('connection', (socket) => {
    owed.set(socket, 0);
    socket.once('close', () => owed.delete(socket));
  });
  http.server.prependListener('request', ({ socket }, response) => {
    owed.set(socket, (owed.get(socket) ?? 0) + 1);
    answering.add(response);
    if (closing) sayLast(response);
    response.once('close', () => {
      answering.delete(response);
      const left = owed.get(socket);
      if (left === undefined) return;
      owed.set(socket, left - 1);
      // A response that began before the process retired has not announced the close, so another request may
      // follow it.
      if (closing && left === 1 && (!retiring || last.has(response))) socket.destroySoon();
    });
  });
  http.decorate('retire', async (graceMs: number) => {
    closing = retiring = true;
    // Use `net.Server#close`: `http.Server#close` drops idle connections that may already carry the next
    // request.
    Server.prototype.close.call(http.server);
    for (const response of answering) sayLast(response);
    for (const end = Date.now() + graceMs; owed.size > 0 && Date.now() < end;) await wait(LOOK_MS);
    retiring = false;
  });
  http.addHook('preClose', async () => {
    closing = true;
    for (const response of answering) sayLast(response);
    setTimeout(() => {
      for (const socket of owed.keys()) socket.destroy();
    }, drainMs).unref();
    for (const [socket, answers] of owed) if (answers === 0) socket.destroySoon();
  });
}
