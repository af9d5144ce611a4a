import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  url: string;
  requests: { path: string; headers: Record<string, string>; body: string }[];
  close(): void;
}

export async function startReceiver(status = 200, headers: Record<string, string> = {}): Promise<Receiver> {
  const requests: Receiver['requests'] = [];
  const server = createServer(async (request, reply) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    requests.push({ path: request.url!, headers: request.headers as Record<string, string>, body });
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => server.close(),
  };
}
