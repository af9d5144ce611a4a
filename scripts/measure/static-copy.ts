import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { must } from '#contract/must.ts';

/**
 * Static copies of pages, served without script from a bare server: the baseline for measuring the site's
 * pages.
 */
export interface StaticCopies {
  add(path: string): Promise<string>;
  close(): void;
}

interface File {
  type: string;
  encoding: string | null;
  bytes: Buffer;
}

export async function serveCopies(base: string): Promise<StaticCopies> {
  const files = new Map<string, Promise<File>>();
  const fileOf = (path: string) => {
    const known = files.get(path) ?? fetchWhole(base + path);
    files.set(path, known);
    return known;
  };
  const server = createServer(async (request, response) => {
    const { type, encoding, bytes } = await fileOf(must(request.url, 'path in the request'));
    response.writeHead(200, {
      'content-type': type,
      'cache-control': 'public, max-age=31536000',
      ...(encoding && { 'content-encoding': encoding }),
    });
    response.end(bytes);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    async add(path) {
      files.set(path, fetchWhole(base + path).then(withoutScript));
      await files.get(path);
      return origin + path;
    },
    close: () => server.close(),
  };
}

/** A file as a browser receives it. `fetch` decompresses the body, so it is compressed again. */
async function fetchWhole(url: string): Promise<File> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  const packed = answer.headers.get('content-encoding') !== null;
  const bytes = Buffer.from(await answer.arrayBuffer());
  return {
    type: answer.headers.get('content-type') ?? 'application/octet-stream',
    ...(packed ? pack(bytes) : { encoding: null, bytes }),
  };
}

const pack = (bytes: Buffer) => ({ encoding: 'gzip', bytes: gzipSync(bytes) });

async function withoutScript({ type, encoding, bytes }: File): Promise<File> {
  const html = (encoding ? gunzipSync(bytes) : bytes)
    .toString()
    .replaceAll(/<script\b[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '');
  return { type, ...pack(Buffer.from(html)) };
}
