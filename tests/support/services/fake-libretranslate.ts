import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  q: string;
  source: string;
  target: string;
  format: string;
  api_key?: string;
}

export interface TranslationService {
  url: string;
  asked: Asked[];
  /** Answers the next requests with this status and body instead. Null translates again. */
  answerWith(answer: { status: number; body: string } | 'silence' | null): void;
  close(): Promise<void>;
}

/**
 * A service with LibreTranslate's `POST /translate`. It takes every text for `language` and marks its translation with
 * the language asked for.
 */
export async function startTranslationService(language = 'nl'): Promise<TranslationService> {
  const asked: Asked[] = [];
  let instead: { status: number; body: string } | 'silence' | null = null;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    if (request.method !== 'POST' || request.url !== '/service/translate')
      return response.writeHead(404).end();
    const one = JSON.parse(text) as Asked;
    asked.push(one);
    if (instead === 'silence') return;
    if (instead) return response.writeHead(instead.status).end(instead.body);
    response.setHeader('content-type', 'application/json');
    return response.end(
      JSON.stringify({
        translatedText: `[${one.target}] ${one.q}`,
        detectedLanguage: { confidence: 92, language },
      }),
    );
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/service`,
    asked,
    answerWith: (answer) => void (instead = answer),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => void server.close(closed));
    },
  };
}
