import { sql, type Kysely } from 'kysely';
import { describeTables } from './describe.ts';

/** The last commit that knew the migrations before they were squashed into one a module. */
const LAST_UNSQUASHED = '72edf28';

/** The migrations of that commit: a database that has run them all holds what the squashed ones make. */
export const BEFORE = [
  '0001_house',
  '0002_default_site',
  '0010_accounts',
  '0020_search_order',
  '0021_likes',
  '0022_search_anywhere',
  '0030_spending',
  '0031_messages_of_conversation',
  '0040_payments',
  '0050_deliveries',
  '0060_messages_client_id',
  '0061_participants_pair',
  '0070_search_traits',
  '0071_profile_views',
  '0072_swipe_latest',
  '0073_kept_blocks',
  '0074_complaints',
  '0076_chat_choices',
  '0080_refunds',
  '0083_receipts',
  '0084_superseded_orders',
];

/** The last of them, which backups of that time name. */
export const LAST_BEFORE = BEFORE.at(-1)!;

/** Any number of its own: of processes that start at once, one adopts. */
const ADOPT_LOCK = 7_203_042;

/** A squashed migration is numbered with three digits; later ones are named by their date. */
export const isSquashed = (name: string) => /^\d{3}_/.test(name);

interface MigrationFile {
  name: string;
  text: string;
}

/**
 * Adopts a database that was made by the migrations before they were squashed: compares its tables with those that the
 * squashed migrations make, and writes down that these have run. No table of members is touched. Refuses, in one
 * sentence and without changing anything, a database that has not run all of the old migrations or whose tables differ.
 */
export async function adoptSquashed(db: Kysely<unknown>, files: readonly MigrationFile[]): Promise<void> {
  if (!(await hasOldNames(db))) return;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADOPT_LOCK})`.execute(tx);
    if (!(await hasOldNames(tx))) return;
    const executed = await executedNames(tx);
    if (!BEFORE.every((name) => executed.has(name))) {
      throw new Error(
        `This database was last used by an older Liaison: start commit ${LAST_UNSQUASHED} on it once, so that it runs its migrations, then this one again.`,
      );
    }
    const difference = await findDifference(
      tx,
      files.filter(({ name }) => isSquashed(name) || executed.has(name)),
    );
    if (difference) {
      throw new Error(
        `The table ${difference} of this database is not as commit ${LAST_UNSQUASHED} leaves it: undo what was changed by hand, then start again. Nothing was touched.`,
      );
    }
    // Nothing ever read it.
    await sql`drop table if exists site_secrets`.execute(tx);
    await sql`delete from kysely_migration where name = any (${BEFORE})`.execute(tx);
    const now = new Date().toISOString();
    for (const { name } of files.filter((file) => isSquashed(file.name))) {
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${now})`.execute(tx);
    }
  });
}

async function hasOldNames(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!rows[0]!.there) return false;
  const executed = await executedNames(db);
  return BEFORE.some((name) => executed.has(name));
}

async function executedNames(db: Kysely<unknown>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** The first table that is not as these migrations would make it, or undefined. They run in a schema of their own, which is gone afterwards. */
async function findDifference(tx: Kysely<unknown>, files: readonly MigrationFile[]): Promise<string | undefined> {
  const ask = async (statement: string) => sql.raw(statement).execute(tx);
  const present = await describeTables(ask);
  await ask('savepoint comparison');
  await ask('create schema adoption');
  await ask('set local search_path = adoption');
  for (const { text } of files) await ask(text);
  const expected = await describeTables(ask);
  await ask('rollback to savepoint comparison');
  return [...expected].find(([name, text]) => present.get(name) !== text)?.[0];
}
