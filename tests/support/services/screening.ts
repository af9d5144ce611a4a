import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScreeningService {
  url: string;
  close(): Promise<void>;
}

/** A service that screens pictures (docs/operate/screening.md), with the verdicts that a test chooses. */
export async function startScreening(verdict: () => string): Promise<ScreeningService> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end(JSON.stringify({ verdict: verdict() })));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => void server.close(closed));
    },
  };
}
