import { fork } from 'node:child_process';
import { join } from 'node:path';
import { must } from '#contract/must.ts';
import type { PlainOrder } from './plain-server.ts';

export interface Plain {
  port: number;
  pid: number;
  stop(): void;
}

export async function startPlain(order: PlainOrder): Promise<Plain> {
  const child = fork(join(import.meta.dirname, 'plain-server.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('exit', (code) => reject(new Error(`The control ended (${code}) before it answered.`)));
    child.send(order);
  });
  return { port, pid: must(child.pid, 'process ID of the control'), stop: () => void child.send('stop') };
}
