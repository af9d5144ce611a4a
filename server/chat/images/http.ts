import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { calls } from '#contract/calls.ts';
import { mayCall } from '#contract/lists/roles.ts';
import { assertLookInSites, recordLook } from '../../audit/index.ts';
import { authenticate } from '../../identity/index.ts';
import { PHOTO_VARIANTS, sendPicture, type PhotoVariant } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { sessionCookie } from '../../platform/http/cookies.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { isOpenToWriter, ofMemberInSites } from '../../site-scope/index.ts';
import { sendVoice } from '../../voice/index.ts';
import { OPEN_SECONDS } from './image-addresses.ts';
import { imageOfMessage } from './image-of-message.ts';

interface FileQuery {
  s?: string;
  /** The opening of an image to be seen once. */
  o?: string;
}

/**
 * GET /chat-images/{id}/{variant}?s=…: for the two members of the conversation only. The handler checks the
 * session on each request, so a leaked address is useless to others. The recipient sees an image after its
 * screening, and of an intimate one, or one without a verdict, only the blurred rendition before they ask for it. Operators see it while they have to decide, and writers see active images in conversations of
 * fictional profiles, intimate ones blurred. An image to be seen once is sent to whoever opened it, for a minute, at the address of
 * that opening. Everybody else gets 404.
 *
 * GET /chat-voices/{id}?s=…: the recording of a voice message, for the same people.
 */
export function registerChatFiles(http: FastifyInstance, app: App): void {
  http.get<{ Params: { id: string; variant: string }; Querystring: FileQuery }>(
    '/chat-images/:id/:variant',
    async (request, reply) => {
      const variant = PHOTO_VARIANTS.find((name) => name === request.params.variant);
      if (!variant) throw refuse('not_found');
      const { storage_key, formats, view_once } = await fileFor(app, request, { kind: 'image', variant });
      return sendPicture(app, request, reply, storage_key, formats, variant, !view_once);
    },
  );
  http.get<{ Params: { id: string }; Querystring: FileQuery }>('/chat-voices/:id', async (request, reply) => {
    const { storage_key } = await fileFor(app, request, { kind: 'voice' });
    return sendVoice(app, request, reply, storage_key);
  });
}

interface ChatFile {
  storage_key: string;
  formats: string[];
  member_id: number;
  is_side: boolean;
  view_once: boolean;
}

async function fileFor(
  app: App,
  request: FastifyRequest<{ Params: { id: string }; Querystring: FileQuery }>,
  { kind, variant }: { kind: 'image' | 'voice'; variant?: PhotoVariant },
): Promise<ChatFile> {
  const id = Number(request.params.id);
  const opening = request.query.o;
  const cookie = sessionCookie(request.cookies);
  const session = cookie ? await authenticate(app, cookie, request.hostname) : null;
  if (
    !session ||
    !Number.isSafeInteger(id) ||
    !app.parts.chatImages.isValid(id, request.query.s ?? '', opening)
  )
    throw refuse('not_found');
  // The member of a conversation with a fictional profile may also be the recipient of the image.
  const inSites = sql`exists (select from messages_with(${imageOfMessage}) m join conversations c on c.id = m.conversation_id
        join profiles p on p.id in (c.member_low, c.member_high) where p.kind = 'member' and ${ofMemberInSites(session.sites, sql`p.id`)})`;
  const isUncovered = sql<boolean>`(${variant === 'blur'} or i.intimate is false or i.shown_at is not null)`;
  const isOpened = sql<boolean>`(i.view_once and i.status = 'active' and i.opening = ${opening ?? null}::uuid and i.opened_by = ${session.memberId}
        and i.opened_at > app_now() - ${OPEN_SECONDS} * interval '1 second')`;
  const isSide = sql<boolean>`(not i.view_once and (i.member_id = ${session.memberId} or i.status = 'active' and ${isUncovered} and exists (
        select from messages_with(${imageOfMessage}) m join conversations c on c.id = m.conversation_id
          where ${session.memberId} in (c.member_low, c.member_high))))`;
  const isAtDesk = sql<boolean>`(${mayCall(session.roles, calls.deskThread)} and not i.view_once and i.status = 'active' and ${isUncovered} and ${inSites} and exists (
        select from messages_with(${imageOfMessage}) m join conversations c on c.id = m.conversation_id join profiles p on p.id in (c.member_low, c.member_high)
          where p.kind = 'fictional' and ${isOpenToWriter(session)}))`;
  const isInQueue = sql<boolean>`(${mayCall(session.roles, calls.adminChatImages)} and i.status = 'inspecting' and ${ofMemberInSites(session.sites, sql`i.member_id`)})`;
  const { rows } = await sql<ChatFile>`
        select i.storage_key, i.formats, i.member_id, i.view_once, (${isSide} or ${isOpened}) as is_side from chat_images i
          where i.id = ${id} and i.kind = ${kind} and i.status in ('inspecting', 'active') and (${isSide} or ${isOpened} or ${isInQueue} or ${isAtDesk})`.execute(
    app.db,
  );
  if (!rows[0]) {
    if (mayCall(session.roles, calls.adminChatImages))
      await assertLookInSites(app.db, session, { act: 'chat_image.look', of: 'chat_image', id });
    throw refuse('not_found');
  }
  if (!rows[0].is_side)
    await recordLook(app.db, {
      operator: session.memberId,
      act: 'chat_image.look',
      member: rows[0].member_id,
      object: id,
    });
  return rows[0];
}
