import { createServer, type ServerResponse } from 'node:http';
import { must } from '#contract/must.ts';
import { sendToParent } from '#server/parent-process.ts';
import type { Pair } from '../http-lanes.ts';

/**
 * The limit of delivery: a bare relay with the same transport (HTTP POST in, server-sent events out), without
 * checks or storage. It runs in a process of its own, receives the pairs and reports its port. The cookie is
 * the member's id.
 */
const streams = new Map<number, ServerResponse>();
const recipients = new Map<number, number>();
let messages = 0;

const memberOf = (cookie = '') => Number(/auth=(\d+)/.exec(cookie)?.[1]);

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.write('retry: 2000\n\n');
    streams.set(memberOf(request.headers.cookie), response);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { conversation, text } = JSON.parse(Buffer.concat(chunks).toString()) as {
      conversation: number;
      text: string;
    };
    const message = {
      id: ++messages,
      conversation,
      sender: memberOf(request.headers.cookie),
      text,
      created_at: new Date().toISOString(),
    };
    const json = JSON.stringify({ message });
    const recipient = must(recipients.get(conversation), 'recipient of the conversation');
    streams.get(recipient)?.write(`id: ${message.id}\nevent: message\ndata: ${json}\n\n`);
    response
      .writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) })
      .end(json);
  });
});
server.keepAliveTimeout = 72_000;

process.once('message', (pairs: Pair[]) => {
  for (const { conversation, recipient } of pairs) recipients.set(conversation, recipient);
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () =>
    sendToParent((server.address() as { port: number }).port),
  );
});
process.on('message', (word) => {
  if (word === 'memory') sendToParent(process.memoryUsage.rss());
  if (word === 'stop') process.exit(0);
});
