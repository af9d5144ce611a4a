import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { itemAt, must } from '#contract/must.ts';
import { stampedText, type Lanes, type Ledger } from './deliveries.ts';
import { requestOf } from './http-load.ts';

export interface Pair {
  conversation: number;
  sender: number;
  recipient: number;
}

export async function httpLanes(
  port: number,
  pairs: readonly Pair[],
  cookies: readonly string[],
  count: number,
  ledger: Ledger,
): Promise<Lanes & { close(): void }> {
  const failed = (what: string) => {
    throw new Error(`A message was not taken: ${what.slice(0, 400)}`);
  };
  const lanes = await Promise.all(Array.from({ length: count }, () => openLane(port, ledger, failed)));
  return {
    lanes: count,
    send(lane, pair, stamp) {
      const body = JSON.stringify({
        conversation: itemAt(pairs, pair).conversation,
        client_id: randomUUID(),
        text: stampedText(stamp),
      });
      itemAt(lanes, lane).post(requestOf('POST', '/api/chat.php', itemAt(cookies, pair), body), stamp);
    },
    close: () => lanes.forEach(({ socket }) => socket.destroy()),
  };
}

interface Lane {
  socket: Socket;
  post(request: string, stamp: number): void;
}

function openLane(port: number, ledger: Ledger, failed: (what: string) => void): Promise<Lane> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const waiting: { request: string; stamp: number }[] = [];
    let current: number | null = null;
    let text = '';
    const next = () => {
      const first = waiting.shift();
      current = first?.stamp ?? null;
      if (first) socket.write(first.request);
    };
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2));
      if (!length || text.slice(9, 12) !== '201') return failed(text);
      if (text.length < head + 4 + Number(length[1])) return;
      text = '';
      const stamp = must(current, 'request that this response answers');
      next();
      ledger.acknowledged(stamp);
    });
    socket.on('connect', () =>
      resolve({
        socket,
        post(request, stamp) {
          waiting.push({ request, stamp });
          if (current === null) next();
        },
      }),
    );
  });
}
