import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { DeskLine } from '#contract/calls/chat-desk-calls.ts';
import { type Interest, interests } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';

/** locales/<lang>/icebreakers.json: `about.<interest>` holds a line for an interest, `open` lines for anybody. */
interface Lines {
  about: Partial<Record<Interest, string>>;
  open: Record<string, string>;
}

const texts = new Map<string, Lines>();

/** The opening lines of a language: those that the product brings as operators changed them, then those they added. Retired ones are among them. */
export async function openingLines(db: Db, language: Locale): Promise<DeskLine[]> {
  const { rows } = await sql<{ id: string; interest: Interest | null; text: string; active: boolean }>`
    select id, interest, text, active from icebreakers where language = ${language} order by id`.execute(db);
  const changed = new Map(rows.map((row) => [row.id, row]));
  const brought = broughtLines(language).map(({ id, interest, standard }) => {
    const change = changed.get(id);
    return { id, interest, standard, text: change?.text ?? standard, active: change?.active ?? true };
  });
  const known = new Set(brought.map(({ id }) => id));
  // An interest that the product has no more makes a line for anybody.
  const own = rows
    .filter(({ id }) => !known.has(id))
    .map((row) => ({ ...row, interest: row.interest && interests.includes(row.interest) ? row.interest : null, standard: null }));
  return [...brought, ...own];
}

/**
 * POST /api/admin/icebreakers.php: changes or retires an opening line of a language, or adds one. The same again changes nothing.
 *
 * Refuses `not_found` for an id that is neither known nor `own.<uuid>`; `invalid_fields` for braces other than `{name}`.
 */
export async function saveLine(app: Pick<App, 'db'>, audit: AuditNote, { language, id, interest, text, active }: CallBody<'saveIcebreaker'>): Promise<void> {
  const tidy = text.replace(/\p{Cc}/gu, ' ').trim();
  if (tidy === '') throw refuseFields({ text: 'required' });
  if (/[{}]/.test(tidy.replaceAll('{name}', ''))) throw refuseFields({ text: 'invalid' });
  const brought = broughtLines(language).find((line) => line.id === id);
  if (!brought && !/^own\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw refuse('not_found');
  const about = brought ? brought.interest : interest;
  await inTransaction(app.db, async (tx) => {
    await sql`
      insert into icebreakers (language, id, interest, text, active) values (${language}, ${id}, ${about}, ${tidy}, ${active})
      on conflict (language, id) do update set interest = excluded.interest, text = excluded.text, active = excluded.active`.execute(tx);
    await audit(tx, { object: `${language} ${id}`, details: { interest: about, text: tidy, active } });
  });
}

/** The product's own texts in a language; those not translated yet are in English. */
function broughtLines(language: Locale): { id: string; interest: Interest | null; standard: string }[] {
  const { about, open } = linesOf(language);
  return [
    ...Object.entries(about).map(([interest, standard]) => ({ id: `about.${interest}`, interest: interest as Interest, standard })),
    ...Object.entries(open).map(([id, standard]) => ({ id: `open.${id}`, interest: null, standard })),
  ];
}

function linesOf(locale: Locale): Lines {
  const known = texts.get(locale);
  if (known) return known;
  const english = read('en')!;
  const own = locale === 'en' ? english : read(locale);
  const lines = { about: { ...english.about, ...own?.about }, open: { ...english.open, ...own?.open } };
  texts.set(locale, lines);
  return lines;
}

function read(locale: string): Lines | null {
  try {
    return JSON.parse(readFileSync(join(import.meta.dirname, '../../locales', locale, 'icebreakers.json'), 'utf8')) as Lines;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
