import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { calls } from '#contract/calls.ts';
import { mayCall } from '#contract/lists/roles.ts';
import { assertLookInSites, recordLook } from '../audit/index.ts';
import { authenticate } from '../identity/index.ts';
import { sendPicture } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { sessionCookie } from '../platform/http/cookies.ts';
import { refuse } from '../platform/http/refusal.ts';
import { sendVoice } from '../voice/index.ts';

interface FileAddress {
  id: string;
  place: string;
}

/**
 * GET /complaint-files/{id}/{n} and /complaint-voices/{id}/{n}: a picture or a recording of the evidence, for operators who
 * decide complaints. Everybody else gets 404.
 */
export function registerComplaintFiles(http: FastifyInstance, app: App): void {
  http.get<{ Params: FileAddress }>('/complaint-files/:id/:place', async (request, reply) =>
    sendPicture(app, request, reply, await folderFor(app, request), ['webp'], '960'),
  );
  http.get<{ Params: FileAddress }>('/complaint-voices/:id/:place', async (request, reply) =>
    sendVoice(app, request, reply, await folderFor(app, request)),
  );
}

async function folderFor(app: App, request: FastifyRequest<{ Params: FileAddress }>): Promise<string> {
  const [id, place] = [Number(request.params.id), Number(request.params.place)];
  const cookie = sessionCookie(request.cookies);
  const session = cookie ? await authenticate(app, cookie, request.hostname) : null;
  if (
    !session ||
    !mayCall(session.roles, calls.adminComplaint) ||
    !Number.isSafeInteger(id) ||
    !Number.isSafeInteger(place)
  )
    throw refuse('not_found');
  await assertLookInSites(app.db, session, { act: 'complaint.picture', of: 'complaint', id });
  const { rows } = await sql<{
    folder: string | null;
    profile_id: number | null;
  }>`select evidence_folders[${place + 1}::int] as folder, profile_id from complaints where id = ${id}`.execute(
    app.db,
  );
  if (!rows[0]?.folder) throw refuse('not_found');
  await recordLook(app.db, {
    operator: session.memberId,
    act: 'complaint.picture',
    member: rows[0].profile_id,
    object: id,
  });
  return rows[0].folder;
}
