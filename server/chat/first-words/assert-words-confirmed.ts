import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Send } from '../outgoing-message.ts';
import { firstWordsSign } from './first-words-sign.ts';

/**
 * Throws `words_unconfirmed` for the first message to another member whose words may not be welcome, until its sender confirms
 * it (docs/product.md 10.21). Nothing is stored about the question.
 */
export async function assertWordsConfirmed(
  { db, parts }: Pick<App, 'db' | 'parts'>,
  sender: number,
  send: Send,
  countries: readonly string[],
): Promise<void> {
  const { conversation, profile, text, words_confirmed } = send;
  // Later messages skip the text check, which takes 7 to 250 µs.
  if (!text || words_confirmed || parts.writtenTo.has(sender, send)) return;
  const sign = firstWordsSign(text, countries);
  if (!sign) return;
  const { rows } = await sql`
    select from profiles p
    left join lateral side_with(${sender}, p.id) mine on true
    where p.id = coalesce(${profile ?? null}::bigint,
        (select other_id from side_of(${sender}, ${conversation ?? null}::bigint)))
      and p.kind = 'member' and coalesce(mine.messages_sent, 0) = 0`.execute(db);
  if (rows.length > 0) throw refuse('words_unconfirmed', { sign });
}
