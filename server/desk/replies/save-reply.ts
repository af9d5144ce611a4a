import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { placeholdersIn } from '#contract/placeholders.ts';
import { replyPlaceholders } from '#contract/rules/desk-rules.ts';
import { isTaken } from '../../platform/database/errors.ts';
import type { Db } from '../../platform/database/index.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';

const SHORTCUT = /^[\p{L}\p{N}_-]+$/u;
const UNIQUE = 'desk_replies_shortcut';

/**
 * PUT /api/admin/desk-replies and desk-shared-replies: adds or changes a canned reply, shared if `owner` is null.
 * Throws `invalid_fields` without a text, for a shortcut that is not one word, for one that exists in this language
 * (parameter `taken`) and for an unknown placeholder (parameter `placeholder`). Throws `not_found` for the reply of
 * another writer.
 */
export async function saveReply(
  db: Db,
  { operator, owner }: { operator: number; owner: number | null },
  { id, language, active, ...words }: CallBody<'saveDeskReply'>,
): Promise<void> {
  const [shortcut, body] = [words.shortcut.trim().toLowerCase(), words.text.trim()];
  const known: readonly string[] = replyPlaceholders;
  const unknown = placeholdersIn(body).find((name) => !known.includes(name));
  const faults = {
    ...(!SHORTCUT.test(shortcut) && { shortcut: shortcut ? ('invalid' as const) : ('required' as const) }),
    ...(body === '' && { text: 'required' as const }),
    ...(unknown !== undefined && { text: 'invalid' as const }),
  };
  if (Object.keys(faults).length > 0)
    throw refuseFields(faults, unknown === undefined ? {} : { placeholder: unknown });
  const { rows } = await sql`
    insert into desk_replies as reply (id, owner_id, language, shortcut, body, active, updated_by)
    values (${id}, ${owner}, ${language}, ${shortcut}, ${body}, ${active}, ${operator})
    on conflict (id) do update set language = excluded.language, shortcut = excluded.shortcut, body = excluded.body,
      active = excluded.active, updated_by = excluded.updated_by, updated_at = app_now()
    where reply.owner_id is not distinct from excluded.owner_id
    returning id`
    .execute(db)
    .catch((error) => {
      throw isTaken(error, UNIQUE) ? refuseFields({ shortcut: 'invalid' }, { taken: shortcut }) : error;
    });
  if (rows.length === 0) throw refuse('not_found');
}
