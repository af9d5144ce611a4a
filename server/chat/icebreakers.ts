import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallReply } from '#contract/calls.ts';
import type { Interest } from '#contract/enums.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db } from '../platform/database/index.ts';
import { assertVisible, type Viewer } from '../visibility/index.ts';

const LINES = 6;
const OF_INTERESTS = 4;

/** locales/<lang>/icebreakers.json: `about.<interest>` holds a line for an interest, `open` lines for anybody. */
interface Lines {
  about: Partial<Record<Interest, string>>;
  open: Record<string, string>;
}

const texts = new Map<string, Lines>();

/**
 * GET /api/icebreakers.php: opening lines for a profile in the member's language, those about the interests that both
 * share first, then those about the profile's own, then lines for anybody. The same pair gets the same lines all day.
 *
 * Refuses `not_found` and `blocked_by` like the profile itself.
 */
export async function icebreakersFor(db: Db, viewer: Viewer<number>, profile: number, locale: Locale, credits: number): Promise<CallReply<'icebreakers'>> {
  const { id: member } = viewer;
  const { name } = await assertVisible(db, viewer, profile);
  const rows = await db.selectFrom('profiles').select(['id', 'interests']).where('id', 'in', [member, profile]).execute();
  const interestsOf = (id: number) => (rows.find((row) => row.id === id)?.interests ?? []) as Interest[];
  const lines = linesOf(locale);
  const shared = new Set(interestsOf(member));
  const turn = profile * 31 + member;

  const about = rotated(interestsOf(profile), turn)
    .filter((interest) => lines.about[interest] !== undefined)
    .sort((a, b) => Number(shared.has(b)) - Number(shared.has(a)))
    .slice(0, OF_INTERESTS)
    .map((interest) => ({ id: `about.${interest}`, text: lines.about[interest]! }));
  const open = rotated(Object.entries(lines.open), turn).map(([id, text]) => ({ id: `open.${id}`, text }));
  return {
    icebreakers: [...about, ...open].slice(0, LINES).map(({ id, text }) => ({ id, text: text.replaceAll('{name}', name) })),
    credits,
  };
}

/** The lines of a language; what is not translated yet stands in English. */
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

/** The list begun at another place. */
function rotated<T>(list: readonly T[], turn: number): T[] {
  const start = list.length === 0 ? 0 : turn % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
