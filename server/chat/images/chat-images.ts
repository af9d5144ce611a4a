import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { hasRole, type PhotoStatus } from '#contract/enums.ts';
import { authenticate } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { dropFiles, keepFiles, processPhoto, screen, sendPicture } from '../../photos/index.ts';

/** An image that is stored and may be sent. */
export interface ChatImage {
  id: number;
  status: PhotoStatus;
  width: number;
  height: number;
}

/** An image without a message after this long was refused, deleted or never sent. */
const UNSENT_HOURS = 1;

/**
 * Stores an image for a message, through the pipeline of the photos, and screens it: the other sees it at once, unless it
 * looks like one that was refused before, shows nothing recognisable or the screening service has doubts; then a person decides (docs/product.md 10). A repeat of
 * a `client_id` returns the first image.
 *
 * Refuses the codes of `processPhoto`, `storage_full`, `unavailable`.
 */
export async function storeChatImage(
  app: Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'storage'>,
  member: number,
  clientId: string,
  content: Buffer,
): Promise<ChatImage> {
  const known = await findImage(app.db, member, clientId);
  if (known) return known;

  const processed = await processPhoto(content);
  const { looks, flags } = await screen(app, processed, 'chat');
  const flagged = flags.length > 0;
  const folder = await keepFiles(app, processed);
  const { rows } = await sql<ChatImage>`
    insert into chat_images (member_id, client_id, storage_key, width, height, fingerprint, flagged, status)
    values (${member}, ${clientId}, ${folder}, ${processed.width}, ${processed.height}, ${looks}::bigint, ${flagged}, ${flagged ? 'inspecting' : 'active'})
    on conflict (member_id, client_id) do nothing
    returning id, status, width, height`.execute(app.db);
  if (rows[0]) return rows[0];
  // Two uploads of one message at once: the first counts.
  await dropFiles(app, app.db, folder);
  return (await findImage(app.db, member, clientId))!;
}

async function findImage(db: Db, member: number, clientId: string): Promise<ChatImage | null> {
  const { rows } = await sql<ChatImage>`
    select id, status, width, height from chat_images where member_id = ${member} and client_id = ${clientId}`.execute(db);
  return rows[0] ?? null;
}

/**
 * GET /chat-images/{id}/{variant}?s=…: for the two people of the conversation only, asked at each request, so that an
 * address that got out opens nothing for others; the recipient after the screening, operators while it waits for them.
 * Writers see the active pictures of conversations that a fictional profile has. Everything refused answers 404.
 */
export function registerChatImageFiles(http: FastifyInstance, app: App): void {
  http.get<{ Params: { id: string; variant: string }; Querystring: { s?: string } }>('/chat-images/:id/:variant', async (request, reply) => {
    const id = Number(request.params.id);
    const variant = (['160', '480', '960'] as const).find((name) => name === request.params.variant);
    const cookie = request.cookies['auth'];
    const session = cookie ? await authenticate(app, cookie) : null;
    if (!variant || !session || !Number.isSafeInteger(id) || !app.parts.chatImages.isValid(id, request.query.s ?? '')) throw refuse('not_found');
    const { rows } = await sql<{ storage_key: string; formats: string[] }>`
      select i.storage_key, i.formats from chat_images i
        where i.id = ${id} and i.status <> 'refused' and ((i.status = 'inspecting' and ${hasRole(session.roles, ['moderator'])}) or i.member_id = ${session.memberId} or (i.status = 'active' and exists (
          select from messages m join participants side on side.conversation_id = m.conversation_id left join profiles p on p.id = side.member_id
            where m.image_id = i.id and (side.member_id = ${session.memberId} or (${hasRole(session.roles, ['writer'])} and p.kind = 'fictional')))))`.execute(
      app.db,
    );
    if (!rows[0]) throw refuse('not_found');
    return sendPicture(app, request, reply, rows[0].storage_key, rows[0].formats, variant);
  });
}

/** Deletes images without a message, and queues their files. */
export async function deleteUnsentImages(app: Pick<App, 'db' | 'jobs'>): Promise<void> {
  const { rows } = await sql<{ storage_key: string }>`
    delete from chat_images i
      where i.created_at < app_now() - ${UNSENT_HOURS} * interval '1 hour' and i.status <> 'refused'
        and not exists (select from messages m where m.image_id = i.id)
      returning i.storage_key`.execute(app.db);
  for (const { storage_key } of rows) await dropFiles(app, app.db, storage_key);
}
