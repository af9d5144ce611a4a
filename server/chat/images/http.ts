import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { calls } from '#contract/calls.ts';
import { mayCall } from '#contract/lists/roles.ts';
import { recordLook } from '../../audit/index.ts';
import { authenticate } from '../../identity/index.ts';
import { sendPicture } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { sessionCookie } from '../../platform/http/cookies.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { ofMemberInSites } from '../../site-scope/index.ts';

/**
 * GET /chat-images/{id}/{variant}?s=…: for the two members of the conversation only. The handler checks the
 * session on each request, so a leaked address is useless to others. The recipient sees an image after its
 * screening, operators see it while they have to decide, and writers see active images in conversations of
 * fictional profiles. Everybody else gets 404.
 */
export function registerChatImageFiles(http: FastifyInstance, app: App): void {
  http.get<{ Params: { id: string; variant: string }; Querystring: { s?: string } }>(
    '/chat-images/:id/:variant',
    async (request, reply) => {
      const id = Number(request.params.id);
      const variant = (['160', '480', '960'] as const).find((name) => name === request.params.variant);
      const cookie = sessionCookie(request.cookies);
      const session = cookie ? await authenticate(app, cookie, request.hostname) : null;
      if (
        !variant ||
        !session ||
        !Number.isSafeInteger(id) ||
        !app.parts.chatImages.isValid(id, request.query.s ?? '')
      )
        throw refuse('not_found');
      // The member of a conversation with a fictional profile may also be the recipient of the image.
      const inSites = sql`exists (select from messages m join participants side on side.conversation_id = m.conversation_id
        join profiles p on p.id = side.member_id where m.image_id = i.id and p.kind = 'member' and ${ofMemberInSites(session.sites, sql`side.member_id`)})`;
      const isSide = sql<boolean>`(i.member_id = ${session.memberId} or i.status = 'active' and exists (
        select from messages m join participants side on side.conversation_id = m.conversation_id
          where m.image_id = i.id and side.member_id = ${session.memberId}))`;
      const isAtDesk = sql<boolean>`(${mayCall(session.roles, calls.deskThread)} and i.status = 'active' and ${inSites} and exists (
        select from messages m join participants side on side.conversation_id = m.conversation_id join profiles p on p.id = side.member_id
          where m.image_id = i.id and p.kind = 'fictional'))`;
      const isInQueue = sql<boolean>`(${mayCall(session.roles, calls.adminChatImages)} and i.status = 'inspecting' and ${ofMemberInSites(session.sites, sql`i.member_id`)})`;
      const { rows } = await sql<{
        storage_key: string;
        formats: string[];
        member_id: number;
        is_side: boolean;
      }>`
        select i.storage_key, i.formats, i.member_id, ${isSide} as is_side from chat_images i
          where i.id = ${id} and i.status <> 'refused' and (${isSide} or ${isInQueue} or ${isAtDesk})`.execute(
        app.db,
      );
      if (!rows[0]) throw refuse('not_found');
      if (!rows[0].is_side)
        await recordLook(app.db, {
          operator: session.memberId,
          act: 'chat_image.look',
          member: rows[0].member_id,
          object: id,
        });
      return sendPicture(app, request, reply, rows[0].storage_key, rows[0].formats, variant);
    },
  );
}
