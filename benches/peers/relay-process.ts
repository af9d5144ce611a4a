import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { must } from '#contract/must.ts';
import type { Pair } from '../http-lanes.ts';

export interface Relay {
  port: number;
  pid: number;
  memory(): Promise<number>;
  stop(): Promise<void>;
}

export async function startRelay(pairs: readonly Pair[]): Promise<Relay> {
  const child = fork(join(import.meta.dirname, 'relay.ts'));
  child.send([...pairs]);
  const [port] = (await once(child, 'message')) as [number];
  return {
    port,
    pid: must(child.pid, 'process ID of the relay'),
    async memory() {
      child.send('memory');
      return ((await once(child, 'message')) as [number])[0];
    },
    async stop() {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}
