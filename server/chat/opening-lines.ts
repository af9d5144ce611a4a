import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { OfficeLine } from '#contract/chat/gifts.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { must } from '#contract/must.ts';
import { type Interest, interests } from '#contract/profile-fields.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';

/**
 * The format of locales/<lang>/icebreakers.json: `about.<interest>` contains lines about an interest, `open`
 * general lines.
 */
interface Lines {
  about: Partial<Record<Interest, string>>;
  open: Record<string, string>;
}

const builtInLines = new Map<string, Lines>();

export async function openingLines(db: Db, language: Locale): Promise<OfficeLine[]> {
  const { rows } = await sql<{ id: string; interest: Interest | null; text: string; active: boolean }>`
    select id, interest, text, active from icebreakers where language = ${language} order by id`.execute(db);
  const changed = new Map(rows.map((row) => [row.id, row]));
  const brought = broughtLines(language).map(({ id, interest, standard }) => {
    const change = changed.get(id);
    return { id, interest, standard, text: change?.text ?? standard, active: change?.active ?? true };
  });
  const known = new Set(brought.map(({ id }) => id));
  // A line about an interest that no longer exists becomes a general line.
  const own = rows
    .filter(({ id }) => !known.has(id))
    .map((row) => ({
      ...row,
      interest: row.interest && interests.includes(row.interest) ? row.interest : null,
      standard: null,
    }));
  return [...brought, ...own];
}

/**
 * POST /api/admin/icebreakers: changes or retires an opening line of a language, or adds one. A repeated
 * request changes nothing. Throws `not_found` for an unknown id unless it has the form `own.<uuid>`, and
 * `invalid_fields` for an empty text or braces other than `{name}`.
 */
export async function saveLine(
  app: Pick<App, 'db'>,
  audit: AuditNote,
  { language, id, interest, text, active }: CallBody<'saveIcebreaker'>,
): Promise<void> {
  const tidy = text.replace(/\p{Cc}/gu, ' ').trim();
  if (tidy === '') throw refuseFields({ text: 'required' });
  if (/[{}]/.test(tidy.replaceAll('{name}', ''))) throw refuseFields({ text: 'invalid' });
  const brought = broughtLines(language).find((line) => line.id === id);
  if (!brought && !/^own\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw refuse('not_found');
  const about = brought ? brought.interest : interest;
  await inTransaction(app.db, async (tx) => {
    await sql`
      insert into icebreakers (language, id, interest, text, active) values (${language}, ${id}, ${about}, ${tidy}, ${active})
      on conflict (language, id) do update set interest = excluded.interest, text = excluded.text, active = excluded.active`.execute(
      tx,
    );
    await audit(tx, { object: `${language} ${id}`, details: { interest: about, text: tidy, active } });
  });
}

/** The built-in lines of a language. Missing translations fall back to English. */
function broughtLines(language: Locale): { id: string; interest: Interest | null; standard: string }[] {
  const { about, open } = linesOf(language);
  return [
    ...Object.entries(about).map(([interest, standard]) => ({
      id: `about.${interest}`,
      interest: interest as Interest,
      standard,
    })),
    ...Object.entries(open).map(([id, standard]) => ({ id: `open.${id}`, interest: null, standard })),
  ];
}

function linesOf(locale: Locale): Lines {
  const known = builtInLines.get(locale);
  if (known) return known;
  const english = must(read('en'), 'English opening lines');
  const own = locale === 'en' ? english : read(locale);
  const lines = { about: { ...english.about, ...own?.about }, open: { ...english.open, ...own?.open } };
  builtInLines.set(locale, lines);
  return lines;
}

function read(locale: string): Lines | null {
  try {
    return JSON.parse(
      readFileSync(join(import.meta.dirname, '../../locales', locale, 'icebreakers.json'), 'utf8'),
    ) as Lines;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
