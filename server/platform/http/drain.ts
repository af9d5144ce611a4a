import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long requests at work may take to end once the server closes; then they are cut. */
const DRAIN_MS = 10_000;

/** How often a process that is being replaced checks for open connections. */
const LOOK_MS = 50;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * For a process that another one replaces: it takes no new connections any more, and each answer from now on is the last of
     * its connection and says so, so that no browser sends a request into a closed door. Ends when nobody is connected, or in time.
     */
    retire(graceMs: number): Promise<void>;
  }
}

/**
 * Lets `http.close()` end as soon as the requests at work are answered. Node by itself waits for connections that a
 * browser opened ahead and never used, and for those that were at work when it began to close until their keep-alive is
 * over, which is longer than anyone waits for a process to stop.
 */
export function closeWhenAnswered(http: FastifyInstance, drainMs = DRAIN_MS): void {
  /** Open connections, and how many answers each still owes. */
  const owed = new Map<Socket, number>();
  const answering = new Set<ServerResponse>();
  /** Answers that say to be the last of their connection. */
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
      // While others wait at the new process's door, an answer that began before anybody knew may be followed by a request.
      if (closing && left === 1 && (!retiring || last.has(response))) socket.destroySoon();
    });
  });
  http.decorate('retire', async (graceMs: number) => {
    closing = retiring = true;
    // That of a net.Server: an http.Server would end at once the connections on which the next request may be under way.
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
