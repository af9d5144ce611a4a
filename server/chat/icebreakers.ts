import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Suggestion } from '#contract/chat/gifts.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { must } from '#contract/must.ts';
import type { Interest } from '#contract/profile-fields.ts';
import type { PromptAnswer } from '#contract/rules/prompts.ts';
import type { Db } from '../platform/database/index.ts';
import { assertVisible, type Viewer } from '../visibility/index.ts';
import { openingLines } from './opening-lines.ts';

const LINES = 6;
const OF_INTERESTS = 4;
const FITTING = 3;

/**
 * GET /api/icebreakers.php: opening lines for a profile in the member's language: first those about shared
 * interests, then those about the profile's other interests, then general ones. The lines for two members
 * stay the same all day. `fitting` has suggestions for an empty conversation, without fields that
 * the profile or the site (`hidden`) hides. Throws `not_found` and `blocked_by` as for the profile itself.
 */
export async function icebreakersFor(
  db: Db,
  viewer: Viewer<number>,
  profile: number,
  locale: Locale,
  credits: number,
  hidden: readonly string[] = [],
): Promise<CallReply<'icebreakers'>> {
  const { id: member } = viewer;
  const { name } = await assertVisible(db, viewer, profile);
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'interests', 'intention', 'hidden_fields', sql<PromptAnswer[]>`prompts`.as('answers')])
    .where('id', 'in', [member, profile])
    .execute();
  const said = (id: number): Said => {
    const row = must(
      rows.find((one) => one.id === id),
      'profile of an opening line',
    );
    const seen = <T>(field: string, list: readonly T[] | null) =>
      id !== member && (row.hidden_fields.includes(field) || hidden.includes(field)) ? [] : (list ?? []);
    return {
      interests: seen('interests', row.interests as Interest[]),
      intentions: seen('intention', row.intention),
      answers: seen('prompts', row.answers),
    };
  };
  const [mine, theirs] = [said(member), said(profile)];
  const lines = (await openingLines(db, locale)).filter(({ active }) => active);
  const shared = new Set(mine.interests);
  const turn = profile * 31 + member;

  const about = rotated(theirs.interests, turn)
    .flatMap((interest) => {
      const [line] = rotated(
        lines.filter((each) => each.interest === interest),
        turn,
      );
      return line ? [{ ...line, interest }] : [];
    })
    .sort((a, b) => Number(shared.has(b.interest)) - Number(shared.has(a.interest)))
    .slice(0, OF_INTERESTS)
    .map((line) => ({ ...line, text: line.text.replaceAll('{name}', name) }));
  const open = rotated(
    lines.filter(({ interest }) => interest === null),
    turn,
  );
  return {
    icebreakers: [...about, ...open]
      .slice(0, LINES)
      .map(({ id, text }) => ({ id, text: text.replaceAll('{name}', name) })),
    fitting: fittingOf(
      mine,
      { ...theirs, answers: rotated(theirs.answers, turn) },
      about.map((line) => ({ ...line, from: shared.has(line.interest) ? 'shared_interest' : 'interest' })),
    ),
    credits,
  };
}

interface Said {
  interests: readonly Interest[];
  intentions: readonly string[];
  answers: readonly PromptAnswer[];
}

/** One of each source first, then more about the profile. */
function fittingOf(mine: Said, theirs: Said, lines: readonly Suggestion[]): Suggestion[] {
  const answers = theirs.answers.map(({ prompt, answer }): Suggestion => ({
    from: 'answer',
    id: prompt,
    text: answer,
  }));
  const intentions = theirs.intentions
    .filter((intention) => mine.intentions.includes(intention))
    .map((id): Suggestion => ({ from: 'intention', id, text: null }));
  const firsts = [answers, lines, intentions].flatMap((list) => list.slice(0, 1));
  const rest = [lines, answers].flatMap((list) => list.slice(1));
  return [...firsts, ...rest].slice(0, FITTING).map(({ from, id, text }) => ({ from, id, text }));
}

function rotated<T>(list: readonly T[], turn: number): T[] {
  const start = list.length === 0 ? 0 : turn % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
