import type { CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Interest } from '#contract/profile-fields.ts';
import type { Db } from '../platform/database/index.ts';
import { assertVisible, type Viewer } from '../visibility/index.ts';
import { openingLines } from './opening-lines.ts';

const LINES = 6;
const OF_INTERESTS = 4;

/**
 * GET /api/icebreakers.php: opening lines for a profile in the member's language: first those about shared
 * interests, then those about the profile's other interests, then general ones. The lines for two members
 * stay the same all day. Throws `not_found` and `blocked_by` as for the profile itself.
 */
export async function icebreakersFor(
  db: Db,
  viewer: Viewer<number>,
  profile: number,
  locale: Locale,
  credits: number,
): Promise<CallReply<'icebreakers'>> {
  const { id: member } = viewer;
  const { name } = await assertVisible(db, viewer, profile);
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'interests', 'hidden_fields'])
    .where('id', 'in', [member, profile])
    .execute();
  const interestsOf = (id: number) => {
    const row = rows.find((one) => one.id === id);
    const isHidden = id !== member && row?.hidden_fields.includes('interests');
    return (isHidden ? [] : (row?.interests ?? [])) as Interest[];
  };
  const lines = (await openingLines(db, locale)).filter(({ active }) => active);
  const shared = new Set(interestsOf(member));
  const turn = profile * 31 + member;

  const about = rotated(interestsOf(profile), turn)
    .flatMap((interest) => {
      const [line] = rotated(
        lines.filter((each) => each.interest === interest),
        turn,
      );
      return line ? [{ ...line, interest }] : [];
    })
    .sort((a, b) => Number(shared.has(b.interest)) - Number(shared.has(a.interest)))
    .slice(0, OF_INTERESTS);
  const open = rotated(
    lines.filter(({ interest }) => interest === null),
    turn,
  );
  return {
    icebreakers: [...about, ...open]
      .slice(0, LINES)
      .map(({ id, text }) => ({ id, text: text.replaceAll('{name}', name) })),
    credits,
  };
}

function rotated<T>(list: readonly T[], turn: number): T[] {
  const start = list.length === 0 ? 0 : turn % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
