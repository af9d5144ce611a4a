import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Entry {
  /** Counts the request as work, from when its body is complete. The returned function ends that. */
  begin(): () => void;
  /** Ends the request. Call it once its connection is done with it. */
  leave(): void;
}

/** How long a body other than an upload may take to arrive. */
const BODY_MS = 15_000;

/**
 * Counts a request as work from the end of its body to the start of its response, and as open until its end.
 * Slow senders and readers thus occupy a socket, but not a place among the working requests.
 */
export function countWork(request: IncomingMessage, response: ServerResponse, entry: Entry): void {
  let end: (() => void) | null = null;
  let isAnswered = false;
  const begin = () => {
    if (!isAnswered) end ??= entry.begin();
  };
  const answered = () => {
    isAnswered = true;
    end?.();
    end = null;
  };
  if (hasBody(request)) {
    request.once('end', begin);
    if (!request.headers['content-type']?.toLowerCase().startsWith('multipart/'))
      closeIfSlow(request, response);
  } else begin();
  onAnswer(response, answered);
  response.once('close', () => {
    answered();
    entry.leave();
  });
}

/** Returns whether the routes read a body. They ignore that of a GET, whose end would never come. */
const hasBody = ({ method = 'GET', headers }: IncomingMessage): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

function closeIfSlow(request: IncomingMessage, response: ServerResponse): void {
  const late = setTimeout(() => {
    if (response.headersSent) return;
    response.writeHead(408, { connection: 'close' });
    response.end(() => request.socket.destroySoon());
  }, BODY_MS);
  const settle = () => clearTimeout(late);
  request.once('end', settle);
  response.once('close', settle);
}

/**
 * Closes the connection of a client that does not read its response. Node resets the timeout after each
 * response.
 */
export const dropUnread = (response: ServerResponse, afterMs: number): void =>
  onAnswer(response, () => void response.socket?.setTimeout(afterMs));

function onAnswer(response: ServerResponse, hear: () => void): void {
  const writeHead = response.writeHead;
  const heard = (...head: Parameters<typeof writeHead>): ServerResponse => {
    hear();
    return Reflect.apply(writeHead, response, head);
  };
  Object.assign(response, { writeHead: heard });
}
