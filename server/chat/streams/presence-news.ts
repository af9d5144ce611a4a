import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { ONLINE_MINUTES } from '../../profiles/index.ts';

/**
 * Matches the five minutes for which a card says "online" (profiles/cards.ts), so that nobody can see exactly
 * when a member left.
 */
const LINGER_MS = ONLINE_MINUTES * 60_000;
/** Only the partners of this many newest conversations are notified. */
const MOST_PARTNERS = 200;

/**
 * Notifies a member's conversation partners when the member comes online or goes offline, unless the member
 * is invisible.
 */
export interface PresenceNews {
  came(member: number): void;
  left(member: number): void;
}

export function createPresenceNews(app: Pick<App, 'db' | 'events' | 'log'>): PresenceNews {
  const leaving = new Map<number, NodeJS.Timeout>();

  const tell = (member: number, online: boolean) =>
    void partnersOf(app, member).then(
      (partners) => {
        for (const partner of partners)
          if (app.events.isConnected(partner))
            app.events.emit(partner, 'presence', { profile: member, online });
      },
      (error) => app.log.warn({ err: error }, 'could not announce presence'),
    );

  return {
    came(member) {
      const timer = leaving.get(member);
      if (timer) {
        clearTimeout(timer);
        leaving.delete(member);
      } else tell(member, true);
    },
    left(member) {
      const timer = setTimeout(() => {
        leaving.delete(member);
        if (!app.events.isConnected(member)) tell(member, false);
      }, LINGER_MS).unref();
      leaving.set(member, timer);
    },
  };
}

async function partnersOf({ db }: Pick<App, 'db'>, member: number): Promise<number[]> {
  const { rows } = await sql<{ other_id: number }>`
    select side.other_id from sides_of(${member}) side
      where not side.hidden and not exists (select from profiles where id = ${member} and invisible)
      order by side.last_message_id desc limit ${MOST_PARTNERS}`.execute(db);
  return rows.map(({ other_id }) => other_id);
}
