import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { calls } from '#contract/calls.ts';
import { mayCall } from '#contract/lists/roles.ts';
import { assertLookInSites, recordLook } from '../../audit/index.ts';
import { authenticate } from '../../identity/index.ts';
import { sealedEvidence, sendPicture } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { sessionCookie } from '../../platform/http/cookies.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { sendVoice } from '../../voice/index.ts';

interface FileAddress {
  hold: string;
  place: string;
}

/**
 * GET /held-files/{hold}/{n} and /held-voices/{hold}/{n}: a picture or a voice introduction for which an account is held,
 * for operators who decide about held accounts. Everybody else gets 404.
 */
export function registerHeldFiles(http: FastifyInstance, app: App): void {
  http.get<{ Params: FileAddress }>('/held-files/:hold/:place', async (request, reply) => {
    const { folder, sealed } = await holdFor(app, request);
    if (!sealed) return sendPicture(app, request, reply, folder, ['webp'], '960');
    const content = await sealedEvidence(app, folder);
    if (!content) throw refuse('not_found');
    return reply
      .type('image/webp')
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', 'inline')
      .header('cross-origin-resource-policy', 'same-origin')
      .send(content);
  });
  http.get<{ Params: FileAddress }>('/held-voices/:hold/:place', async (request, reply) =>
    sendVoice(app, request, reply, (await holdFor(app, request)).folder),
  );
}

async function holdFor(
  app: App,
  request: FastifyRequest<{ Params: FileAddress }>,
): Promise<{ folder: string; sealed: boolean }> {
  const [id, place] = [Number(request.params.hold), Number(request.params.place)];
  const cookie = sessionCookie(request.cookies);
  const session = cookie ? await authenticate(app, cookie, request.hostname) : null;
  if (
    !session ||
    !mayCall(session.roles, calls.adminHeldAccounts) ||
    !Number.isSafeInteger(id) ||
    !Number.isSafeInteger(place) ||
    place < 0 ||
    place > 1000
  )
    throw refuse('not_found');
  const { rows } = await sql<{ folder: string | null; member: number; sealed: boolean }>`
    select evidence_folders[${place + 1}::int] as folder, member_id as member, reason = 'listed_picture' as sealed from account_holds where id = ${id}`.execute(
    app.db,
  );
  const hold = rows[0];
  if (!hold?.folder) throw refuse('not_found');
  await assertLookInSites(app.db, session, { act: 'hold.picture', of: 'held_account', id: hold.member });
  await recordLook(app.db, {
    operator: session.memberId,
    act: 'hold.picture',
    member: hold.member,
    object: id,
  });
  return { folder: hold.folder, sealed: hold.sealed };
}
