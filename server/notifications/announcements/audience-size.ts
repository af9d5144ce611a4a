import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Db } from '../../platform/database/index.ts';
import { inAudience } from './audience-condition.ts';
import type { NewAnnouncement } from './create-announcement.ts';

/**
 * The size of the audience by language, shown before sending. Caps and quiet hours only delay mails, so they
 * do not reduce it.
 */
export async function audienceSize(
  db: Db,
  { type, texts, audience }: Pick<NewAnnouncement, 'type' | 'texts' | 'audience'>,
): Promise<CallReply<'adminAudienceSize'>> {
  const { rows } = await sql<{ language: Locale; members: number }>`
    select m.language, count(*)::int as members from members m join profiles p on p.id = m.id
    where ${inAudience(type, Object.keys(texts), audience)} group by m.language order by members desc, m.language`.execute(
    db,
  );
  return { members: rows.reduce((sum, { members }) => sum + members, 0), languages: rows };
}
