import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { TextKind, TextVersion } from '#contract/texts.ts';
import { one, type Db, type Tx } from '../platform/database/index.ts';
import { nextPage } from '../platform/database/next-page.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { refuse } from '../platform/http/refusal.ts';

const PAGE = 20;

/**
 * Identifies a text: a page by its token, a landing page by its slug or a mail by its name, in a language and
 * for a site (`*` for every site).
 */
export interface TextPlace {
  kind: TextKind;
  name: string;
  host: string;
  language: Locale;
}

/** The operator who changes a text. Absent on the command line, where no older version was loaded. */
export interface TextEdit {
  operator: number;
  /** The newest version that the operator has loaded. Null if there was none. */
  seen: number | null;
}

/**
 * Stores a new version in the transaction that writes the text itself. `content` is null if the text is
 * removed. Identical content creates no version and returns `changed: false`. Throws `conflict` if the text
 * has changed since the operator loaded it.
 */
export async function keepVersion(
  tx: Tx,
  { kind, name, host, language }: TextPlace,
  content: Record<string, string | null> | null,
  edit?: TextEdit,
): Promise<{ seen: number; changed: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`text ${kind} ${name} ${host} ${language}`}, 0))`.execute(
    tx,
  );
  const json = content === null ? null : JSON.stringify(content);
  const { rows: newest } = await sql<{ id: number; same: boolean }>`
    select id, content is not distinct from ${json}::jsonb as same from text_versions
    where kind = ${kind} and name = ${name} and host = ${host} and language = ${language} order by id desc limit 1`.execute(
    tx,
  );
  const [last] = newest;
  if (last?.same) return { seen: last.id, changed: false };
  if (edit && edit.seen !== (last?.id ?? null)) throw refuse('conflict');
  const row = await one(
    sql<{ id: number }>`
    insert into text_versions (kind, name, host, language, content, operator_id)
    values (${kind}, ${name}, ${host}, ${language}, ${json}::jsonb, ${edit?.operator ?? null}) returning id`.execute(
      tx,
    ),
  );
  return { seen: row.id, changed: true };
}

/**
 * The newest version of each given text, for a site and language. Texts without versions are missing from the
 * map.
 */
export async function newestVersions(
  db: Db,
  { kind, names, host, language }: Omit<TextPlace, 'name'> & { names: string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; id: number }>`
    select name, max(id) as id from text_versions
    where kind = ${kind} and name = any (${names}) and host = ${host} and language = ${language} group by name`.execute(
    db,
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

interface Row {
  id: number;
  created_at: Date;
  operator_id: number | null;
  operator_name: string | null;
  content: Record<string, string | null> | null;
}

export async function versionsOf(
  db: Db,
  { kind, name, host, language, cursor }: TextPlace & { cursor?: string },
): Promise<{ versions: TextVersion[]; next: string | null }> {
  const list = `versions ${kind} ${name} ${host} ${language}`;
  const [before] = readCursor(list, cursor, 1) ?? [Number.MAX_SAFE_INTEGER];
  const { rows } = await sql<Row>`
    select v.id, v.created_at, v.operator_id, p.name as operator_name, v.content
    from text_versions v left join profiles p on p.id = v.operator_id
    where v.kind = ${kind} and v.name = ${name} and v.host = ${host} and v.language = ${language} and v.id < ${before}
    order by v.id desc limit ${PAGE + 1}`.execute(db);
  const page = rows.slice(0, PAGE);
  return {
    versions: page.map((row) => ({
      id: row.id,
      at: row.created_at.toISOString(),
      operator: row.operator_id === null ? null : { id: row.operator_id, name: row.operator_name },
      content: row.content,
    })),
    next: nextPage(rows, PAGE, (last) => writeCursor(list, [last.id])),
  };
}
