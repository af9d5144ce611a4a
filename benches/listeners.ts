import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { itemAt } from '#contract/must.ts';
import { requestOf } from './http-load.ts';

export interface Listeners {
  settled(expected: number): Promise<number>;
  close(): Promise<void>;
}

export async function listen(port: number, cookies: readonly string[]): Promise<Listeners> {
  const sockets: Socket[] = [];
  const seen = new Set<string>();
  for (const cookie of cookies) {
    await new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      let text = '';
      socket.on('connect', () => socket.write(requestOf('GET', '/api/events.php', cookie)));
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (text.startsWith('HTTP/1.1 200')) resolve();
        else if (text.startsWith('HTTP/1.1 ')) reject(new Error(text.slice(0, 300)));
        const end = text.lastIndexOf('\n\n');
        if (end < 0) return;
        // A stream belongs to one recipient, so a message's id is enough to detect duplicates.
        for (const match of text
          .slice(0, end)
          .matchAll(/event: ?message\n(?:id: ?[^\n]*\n)?data: ?\{"message":\{"id":(\d+)/g))
          seen.add(itemAt(match, 1));
        text = text.slice(end);
      });
      sockets.push(socket);
    });
  }
  return {
    async settled(expected) {
      for (let waited = 0; waited < 10_000 && seen.size < expected; waited += 100) await wait(100);
      return seen.size;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
