import { createServer, type Server } from 'node:http';
import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { sendToParent } from '#server/parent-process.ts';
import { elementsOf } from './elements.ts';

/**
 * A baseline server for pages, in a process of its own. `react` renders the page's markup with plain React 19
 * for each request; `file` answers with the given bytes and headers. On receiving this message the server
 * starts listening and reports its port.
 */
export type PlainOrder =
  | { kind: 'react'; html: string }
  | { kind: 'file'; headers: Record<string, string>; body: string };

process.once('message', (order: PlainOrder) => {
  const server =
    order.kind === 'react'
      ? rendering(elementsOf(order.html))
      : answering(order.headers, Buffer.from(order.body, 'base64'));
  server.keepAliveTimeout = 72_000;
  server.listen({ port: 0, host: '127.0.0.1' }, () =>
    sendToParent((server.address() as { port: number }).port),
  );
});
process.on('message', (word) => word === 'stop' && process.exit(0));

function rendering(page: ReactNode): Server {
  return createServer((_request, response) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        const html = Buffer.concat(chunks);
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length })
          .end(html);
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => void pipe(sink),
      onError: (error) => console.error(error),
    });
  });
}

const answering = (headers: Record<string, string>, body: Buffer): Server =>
  createServer((_request, response) => response.writeHead(200, headers).end(body));
