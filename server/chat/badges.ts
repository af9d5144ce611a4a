import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { newLikesOfEach } from '../likes/index.ts';
import type { App } from '../platform/app.ts';
import { prepared } from '../platform/fast/prepared.ts';
import { settingsOf } from '../site-settings/index.ts';
import { unreadCount } from './messages.ts';

const FLOOD_MS = 1000;

export interface Badges {
  announce(member: number): Promise<void>;
  /**
   * Updates the badges after a message: immediately, and then once a second while more arrive. Counting after
   * each message of a flood costs PostgreSQL more than storing the messages (benches, send).
   */
  announceOfFlood(member: number): Promise<void>;
}

declare module '../platform/app.ts' {
  interface Parts {
    badges: Badges;
  }
}

export function createBadges(app: Pick<App, 'db' | 'events' | 'parts' | 'log'>): Badges {
  const { db, events, log } = app;
  // Messages are stored in batches, so the badges of a batch's recipients are counted together.
  const totals = new DataLoader(
    async (members: readonly number[]) => {
      const found = await unreadOfEach(db, { members });
      const likes = await newLikesBySite(app, found);
      const unread = new Map(found.map((each) => [each.id, each.unread]));
      return members.map((member) => ({
        unread_messages: unread.get(member) ?? 0,
        new_likes: likes.get(member) ?? 0,
      }));
    },
    { cache: false, batchScheduleFn: (ask) => void setImmediate(ask) },
  );
  /**
   * Members whose badges were updated within the last `FLOOD_MS`. The value is true if another message has
   * arrived since.
   */
  const recent = new Map<number, boolean>();

  const badges: Badges = {
    async announce(member) {
      if (!events.isConnected(member)) return;
      events.emit(member, 'totals', await totals.load(member));
    },
    async announceOfFlood(member) {
      if (recent.has(member)) return void recent.set(member, true);
      recent.set(member, false);
      setTimeout(() => {
        const more = recent.get(member);
        recent.delete(member);
        if (more)
          badges
            .announceOfFlood(member)
            .catch((error) => log.warn({ err: error }, 'could not announce badges'));
      }, FLOOD_MS).unref();
      await badges.announce(member);
    },
  };
  return badges;
}

interface Unread {
  id: number;
  host: string | null;
  unread: number;
}

const unreadOfEach = prepared<{ members: readonly number[] }, Unread>(
  (value) => sql`
    select m.id, m.host, ${unreadCount(sql.ref('m.id'))} as unread from members m where m.id = any(${value('members')}::bigint[])`,
);

async function newLikesBySite(
  app: Pick<App, 'db' | 'parts'>,
  members: readonly Unread[],
): Promise<Map<number, number>> {
  const sites = await Promise.all(
    members.map(async ({ id, host }) => ({
      id,
      resell: (await settingsOf(app, host ?? undefined)).member_resell,
    })),
  );
  const counts = await Promise.all(
    [true, false].map((resell) => {
      const ids = sites.filter((site) => site.resell === resell).map(({ id }) => id);
      return ids.length > 0 ? newLikesOfEach(app.db, ids, resell) : new Map<number, number>();
    }),
  );
  return new Map(counts.flatMap((count) => [...count]));
}
