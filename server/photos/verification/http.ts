import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { calls } from '#contract/calls.ts';
import { mayCall } from '#contract/lists/roles.ts';
import { assertLookInSites, recordLook } from '../../audit/index.ts';
import { authenticate } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { sessionCookie } from '../../platform/http/cookies.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { sendPicture } from '../http.ts';

/**
 * GET /selfies/{id}: an undecided selfie, for operators who may see the queue. Everybody else gets 404,
 * including the member; after the decision, everybody does.
 */
export function registerSelfies(http: FastifyInstance, app: App): void {
  http.get<{ Params: { id: string } }>('/selfies/:id', async (request, reply) => {
    const id = Number(request.params.id);
    const cookie = sessionCookie(request.cookies);
    const session = cookie ? await authenticate(app, cookie, request.hostname) : null;
    if (!session || !mayCall(session.roles, calls.adminVerifications) || !Number.isSafeInteger(id))
      throw refuse('not_found');
    await assertLookInSites(app.db, session, { act: 'selfie.look', of: 'verification', id });
    const { rows } = await sql<{
      storage_key: string | null;
      member_id: number;
    }>`select storage_key, member_id from verifications where id = ${id} and decided_at is null`.execute(
      app.db,
    );
    if (!rows[0]?.storage_key) throw refuse('not_found');
    await recordLook(app.db, {
      operator: session.memberId,
      act: 'selfie.look',
      member: rows[0].member_id,
      object: id,
    });
    return sendPicture(app, request, reply, rows[0].storage_key, ['webp'], '960');
  });
}
