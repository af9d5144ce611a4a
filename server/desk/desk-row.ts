import { type RawBuilder, sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { MessageKind } from '#contract/chat/conversations.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { profileCardMap } from '../profiles/index.ts';
import { operatorView, viewerOf } from '../visibility/index.ts';
import { isWithinHours } from './within-hours.ts';

export interface DeskRow {
  conversation_id: number;
  profile_id: number;
  member_id: number;
  language: Locale;
  since: Date | null;
  /** The instant at full precision, for the cursor. */
  since_text: string | null;
  returned: boolean;
  writers_from: string | null;
  kind: MessageKind | null;
  body: string | null;
  writer: number | null;
  writer_name: string | null;
}

/** Rows of the desk from `source`, which is `unanswered w` or has its columns. `condition` may end with an order. */
export const deskRows = (
  timeZone: string,
  source: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): RawBuilder<DeskRow> => sql<DeskRow>`
  select w.conversation_id, w.profile_id, w.member_id, other.language, w.since, w.since::text as since_text, w.returned_at is not null as returned, m.kind, m.body,
    case when not ${isWithinHours(timeZone)} then to_char(f.opens, 'HH24:MI') end as writers_from,
    c.operator_id as writer, writer.name as writer_name
  from ${source}
    join members other on other.id = w.member_id and other.status in ('active', 'not_confirmed')
    left join fictional_profiles f on f.profile_id = w.profile_id
    left join lateral side_of(w.profile_id, w.conversation_id) side on true
    left join lateral messages_at(w.conversation_id, side.last_message_id) m on true
    left join desk_claims c on c.conversation_id = w.conversation_id and c.expires_at > app_now()
    left join profiles writer on writer.id = c.operator_id
  where ${condition}`;

/** Loads the cards of both sides of the rows. The function that it returns leaves out rows without them. */
export async function presenter(app: Pick<App, 'db' | 'parts'>, all: readonly DeskRow[]) {
  const [profiles, members] = await Promise.all([
    profileCardMap(
      app,
      operatorView(null),
      all.map((row) => row.profile_id),
    ),
    profileCardMap(
      app,
      await viewerOf(app, null),
      all.map((row) => row.member_id),
    ),
  ]);
  return (rows: readonly DeskRow[]): CallReply<'desk'>['conversations'] =>
    rows.flatMap((row) => {
      const [profile, member] = [profiles.get(row.profile_id), members.get(row.member_id)];
      if (!profile || !member) return [];
      return [
        {
          conversation: row.conversation_id,
          profile,
          member,
          language: row.language,
          waiting_since: row.since?.toISOString() ?? null,
          returned: row.returned,
          writers_from: row.writers_from,
          last_message: row.kind && { kind: row.kind, text: row.body },
          claimed_by: row.writer && row.writer_name ? { id: row.writer, name: row.writer_name } : null,
        },
      ];
    });
}
