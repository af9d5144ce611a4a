import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Pair } from '../http-lanes.ts';

/** The bare relay (`relay.ts`) in a process of its own. */
export interface Relay {
  port: number;
  pid: number;
  /** Bytes of memory that the process holds. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

export async function startRelay(pairs: readonly Pair[]): Promise<Relay> {
  const child = fork(join(import.meta.dirname, 'relay.ts'));
  child.send([...pairs]);
  const [port] = (await once(child, 'message')) as [number];
  return {
    port,
    pid: child.pid!,
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
