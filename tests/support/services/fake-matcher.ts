import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the matcher answers: matches by bank, or a fault. */
export type MatcherAnswer =
  | Record<string, { bank_content_id: number; distance: string }[]>
  | { status: number; body: string }
  | 'silence';

export interface Matcher {
  url: string;
  /** The hashes that were looked up, oldest first. */
  asked: { signal: string; headers: IncomingHttpHeaders }[];
  answerWith(answer: MatcherAnswer): void;
  close(): Promise<void>;
}

/** A Hasher-Matcher-Actioner with `GET /m/lookup` for one hash. It knows no picture until a test says otherwise. */
export async function startMatcher(): Promise<Matcher> {
  const asked: Matcher['asked'] = [];
  let answer: MatcherAnswer = {};
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://matcher');
    const signal = searchParams.get('signal') ?? '';
    if (
      request.method !== 'GET' ||
      pathname !== '/hma/m/lookup' ||
      searchParams.get('signal_type') !== 'pdq' ||
      !/^[0-9a-f]{64}$/.test(signal)
    )
      return void response.writeHead(400).end();
    asked.push({ signal, headers: request.headers });
    if (answer === 'silence') return;
    response.setHeader('content-type', 'application/json');
    if ('body' in answer && typeof answer.body === 'string')
      return void response.writeHead(Number(answer.status)).end(answer.body);
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hma`,
    asked,
    answerWith: (next) => void (answer = next),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => void server.close(closed));
    },
  };
}
