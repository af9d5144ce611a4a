import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { locales } from '#contract/lists/locales.ts';
import { giveTotp } from '#server/identity/index.ts';
import type { App } from '#server/platform/app.ts';
import { one, inTransaction } from '#server/platform/database/index.ts';
import { insertChats } from './chats.ts';
import { insertLikes, insertMembers, insertOperator } from './members.ts';
import { demoOperatorSecret, demoPassword } from './people.ts';
import { insertPhotos } from './photos.ts';
import { population } from './population.ts';
import { drawConversations, drawLikes } from './society.ts';

/** Advisory lock, so that two processes that start together seed the demo once. The number is arbitrary. */
const PLANT_LOCK = 7_203_042;

export type SeedOptions = {
  members: number;
};

/**
 * Seeds the demo into a database without members: named people (`people.ts`), `members` adults in total,
 * likes, conversations with their ledger, and an operator. Portraits are drawn afterwards (`painter.ts`). All
 * rows are one transaction, so that seeding can be repeated after an interrupted start. A database with
 * members does not change. Returns whether it seeded.
 */
export async function seedDemo(app: App, { members }: SeedOptions): Promise<boolean> {
  if (await hasMembers(app)) return false;
  const people = population(members);
  const likes = drawLikes(people);
  const conversations = drawConversations(people, likes);
  const passwordHash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  return inTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${PLANT_LOCK})`.execute(tx);
    if (await hasMembers({ db: tx })) return false;
    const now = new Date();
    const ids = await insertMembers(tx, people, now, passwordHash);
    await insertPhotos(tx, people, ids, now);
    await insertLikes(tx, likes, ids, now);
    await insertChats(tx, people, conversations, ids, now);
    await giveTotp(tx, app.config.secret, await insertOperator(tx), demoOperatorSecret);
    await sql`update sites set overrides = overrides || ${JSON.stringify({ languages: locales })}::jsonb where host = '*'`.execute(
      tx,
    );
    return true;
  });
}

async function hasMembers({ db }: Pick<App, 'db'>): Promise<boolean> {
  const { any } = await one(sql<{ any: boolean }>`select exists (select from members) as any`.execute(db));
  return any;
}
