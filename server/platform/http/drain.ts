import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long requests at work may take to end once the server closes; then they are cut. */
const DRAIN_MS = 10_000;

/**
 * Lets `http.close()` end as soon as the requests at work are answered. Node by itself waits for connections that a
 * browser opened ahead and never used, and for those that were at work when it began to close until their keep-alive is
 * over, which is longer than anyone waits for a process to stop.
 */
export function closeWhenAnswered(http: FastifyInstance, drainMs = DRAIN_MS): void {
  /** Open connections, and how many answers each still owes. */
  const owed = new Map<Socket, number>();
  let closing = false;

  http.server.on('connection', (socket) => {
    owed.set(socket, 0);
    socket.once('close', () => owed.delete(socket));
  });
  http.server.on('request', ({ socket }, response) => {
    owed.set(socket, (owed.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = owed.get(socket);
      if (left === undefined) return;
      owed.set(socket, left - 1);
      if (closing && left === 1) socket.destroySoon();
    });
  });
  http.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => {
      for (const socket of owed.keys()) socket.destroy();
    }, drainMs).unref();
    for (const [socket, answers] of owed) if (answers === 0) socket.destroySoon();
  });
}
