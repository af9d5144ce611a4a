import { createServer, type ServerResponse } from 'node:http';
import type { Pair } from '../http-lanes.ts';

/**
 * The limit of delivery: a bare relay on the same transport (HTTP POST in, server-sent events out) that checks nothing and
 * keeps nothing. A process of its own; told the pairs, it answers its port. The member is the cookie itself.
 */
const streams = new Map<number, ServerResponse>();
const recipients = new Map<number, number>();
let messages = 0;

const memberOf = (cookie = '') => Number(/auth=(\d+)/.exec(cookie)?.[1]);

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
    response.write('retry: 2000\n\n');
    streams.set(memberOf(request.headers.cookie), response);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { conversation, text } = JSON.parse(Buffer.concat(chunks).toString()) as { conversation: number; text: string };
    const message = { id: ++messages, conversation, sender: memberOf(request.headers.cookie), text, created_at: new Date().toISOString() };
    const json = JSON.stringify({ message });
    streams.get(recipients.get(conversation)!)?.write(`id: ${message.id}\nevent: message\ndata: ${json}\n\n`);
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }).end(json);
  });
});
server.keepAliveTimeout = 72_000;

process.once('message', (pairs: Pair[]) => {
  for (const { conversation, recipient } of pairs) recipients.set(conversation, recipient);
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => process.send!((server.address() as { port: number }).port));
});
process.on('message', (word) => {
  if (word === 'memory') process.send!(process.memoryUsage.rss());
  if (word === 'stop') process.exit(0);
});
