import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { App } from '#server/platform/app.ts';
import type { Storage } from '#server/platform/storage.ts';
import { drawings } from './photos.ts';

export type PainterOrder = { draw: string[] } | { first: string };
export interface Painted {
  painted: string;
  colour: string;
}

const LAST_FILE = 'blur.webp';

/**
 * Draws the demo's portraits in a separate process while the site runs. A picture that is requested early is
 * drawn next, and its response waits for it, so nobody sees an empty frame and the serving process never
 * needs the memory for drawing.
 */
export interface Painter {
  /** Wraps a store so that reads wait for portraits that are not drawn yet. */
  waitingFor(own: Storage): Storage;
  /**
   * Draws portraits that rows refer to and the store lacks, those of the most recently active members first.
   * Returns their number.
   */
  start(app: Pick<App, 'db' | 'storage' | 'config'>): Promise<number>;
  done: Promise<void>;
  stop(): Promise<void>;
}

export function createPainter(): Painter {
  const missing = new Map<string, PromiseWithResolvers<void>>();
  const done = Promise.withResolvers<void>();
  let child: ChildProcess | null = null;

  const settle = (folder: string) => {
    missing.get(folder)?.resolve();
    missing.delete(folder);
  };
  const drawn = async (key: string) => {
    const folder = key.slice(0, key.lastIndexOf('/'));
    const waiting = missing.get(folder);
    if (!waiting) return;
    if (child?.connected) child.send({ first: folder } satisfies PainterOrder);
    await waiting.promise;
  };

  return {
    done: done.promise,
    waitingFor: (own) => ({
      ...own,
      read: async (key) => {
        await drawn(key);
        return own.read(key);
      },
      bytes: async (key) => {
        await drawn(key);
        return own.bytes(key);
      },
    }),
    async start({ db, storage, config }) {
      const wanted = await missingPortraits(db, storage);
      for (const folder of wanted) missing.set(folder, Promise.withResolvers());
      if (wanted.length === 0) {
        done.resolve();
        return 0;
      }
      child = fork(join(import.meta.dirname, 'paint-portraits.ts'), {
        env: { ...process.env, DATA_DIR: config.dataDir },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      child.on('message', ({ painted, colour }: Painted) => {
        settle(painted);
        // If this fails, the job that colours photos reads the file.
        sql`update photos set colour = ${colour} where storage_key = ${painted}`.execute(db).catch(() => {});
      });
      child.once('exit', () => {
        // If the drawing process stopped early, waiting reads continue and the store reports the missing
        // files.
        for (const folder of missing.keys()) settle(folder);
        done.resolve();
      });
      child.send({ draw: wanted } satisfies PainterOrder);
      return wanted.length;
    },
    async stop() {
      child?.kill();
      await (child ? done.promise : undefined);
    },
  };
}

async function missingPortraits(db: App['db'], storage: Storage): Promise<string[]> {
  const { rows } = await sql<{ folder: string }>`
    select photo.storage_key as folder from photos photo join members m on m.id = photo.member_id left join presence here on here.member_id = m.id
    where m.is_demo group by 1 order by min(photo.position), max(here.last_active) desc nulls last`.execute(
    db,
  );
  const wanted = rows.map(({ folder }) => folder).filter((folder) => drawings.has(folder));
  if (wanted.length === 0) return [];
  const there = new Set<string>();
  for await (const key of storage.files())
    if (key.endsWith(`/${LAST_FILE}`)) there.add(key.slice(0, -LAST_FILE.length - 1));
  return wanted.filter((folder) => !there.has(folder));
}
