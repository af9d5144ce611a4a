import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';

/** A member's presence is written at most once in this many seconds. */
const STEP_SECONDS = 60;
/** How long members seen are collected before one statement writes them all. */
const FLUSH_MS = 2000;

/** Collects who was seen and writes it in steps, so that presence costs one statement for many members. */
export interface Presence {
  /** The member did something now. Costs nothing when that is known already. */
  seen(memberId: number): void;
  /** Writes what is waiting. */
  flush(): Promise<void>;
}

declare module '../platform/app.ts' {
  interface Parts {
    /** For requests and event streams alike. */
    presence: Presence;
  }
}

/** The presence writer of a process. A write that fails is logged; presence is not worth a retry. */
export function createPresence({ db, log }: Pick<App, 'db' | 'log'>): Presence {
  const known = new Map<number, number>();
  const waiting = new Set<number>();
  let timer: NodeJS.Timeout | null = null;

  const presence: Presence = {
    seen(memberId) {
      const now = performance.now() / 1000;
      const before = known.get(memberId);
      if (before !== undefined && now - before < STEP_SECONDS) return;
      if (known.size > 100_000) known.clear();
      known.set(memberId, now);
      waiting.add(memberId);
      timer ??= setTimeout(() => void presence.flush().catch((error) => log.warn({ err: error }, 'presence was not written')), FLUSH_MS).unref();
    },
    async flush() {
      if (timer) clearTimeout(timer);
      timer = null;
      const members = [...waiting].sort((a, b) => a - b);
      waiting.clear();
      if (members.length > 0) await writeSeen(db, members);
    },
  };
  return presence;
}

/**
 * Writes that members were seen now. `profiles.active_on`, the coarse word that search sorts by, changes at most once a
 * day, because it is part of wide indexes; the minute is in the narrow table.
 */
export async function writeSeen(db: Db, members: readonly number[]): Promise<void> {
  await sql`
    with seen as (
      insert into presence (member_id, last_active)
      select id, app_now() from profiles where id = any(${members as number[]}::bigint[]) order by id
      on conflict (member_id) do update set last_active = excluded.last_active
      where presence.last_active < excluded.last_active
      returning member_id
    )
    update profiles set active_on = app_now()::date
    where id in (select member_id from seen) and active_on < app_now()::date`.execute(db);
}
