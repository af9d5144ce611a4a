import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';

const STEP_SECONDS = 60;
/** Members seen within this time are written by one query. */
const FLUSH_MS = 2000;

export interface Presence {
  /** Records that the member is active now. Does nothing if the last record is recent. */
  seen(memberId: number): void;
  flush(): Promise<void>;
}

declare module '../platform/app.ts' {
  interface Parts {
    presence: Presence;
  }
}

/** Creates the presence writer of a process. A failed write is logged and not retried. */
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
      timer ??= setTimeout(
        () => void presence.flush().catch((error) => log.warn({ err: error }, 'could not write presence')),
        FLUSH_MS,
      ).unref();
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
 * Stores that members were seen now. `profiles.active_on`, which search sorts by, changes at most once a day
 * because it is part of wide indexes; the minute is stored in a narrow table.
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
