import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { calls } from '#contract/calls.ts';
import { mayCall } from '#contract/lists/roles.ts';
import { assertLookInSites, recordLook } from '../../audit/index.ts';
import { authenticate } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { sessionCookie } from '../../platform/http/cookies.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { memberInSites } from '../../site-scope/index.ts';
import {
  relationColumns,
  seenThrough,
  viewerOf,
  type Relation,
  type Viewer,
} from '../../visibility/index.ts';
import { sendVoice } from '../http.ts';

interface Found extends Relation {
  member_id: number;
  storage_key: string;
  status: string;
  in_sites: boolean;
}

/**
 * GET /voice-intros/{id}?s=…: the signature proves that the server issued the address. The handler checks the listener's
 * access on each request: members whom the visibility rule lets see the profile hear an approved one, its owner and
 * moderators any. Everybody else gets 404, and all but moderators where the site has switched introductions off.
 */
export function registerVoiceIntros(http: FastifyInstance, app: App): void {
  http.get<{ Params: { id: string }; Querystring: { s?: string } }>(
    '/voice-intros/:id',
    async (request, reply) => {
      const id = Number(request.params.id);
      const cookie = sessionCookie(request.cookies);
      const session = cookie ? await authenticate(app, cookie, request.hostname) : null;
      if (!session || !Number.isSafeInteger(id) || !app.parts.voice.isValid(id, request.query.s ?? ''))
        throw refuse('not_found');
      const viewer = await viewerOf(app, session.memberId, session.host);
      const intro = await findIntro(app, id, viewer, session);
      if (intro && mayHear(intro, viewer)) return sendVoice(app, request, reply, intro.storage_key);
      if (!mayCall(session.roles, calls.adminVoiceIntros)) throw refuse('not_found');
      await assertLookInSites(app.db, session, { act: 'voice_intro.look', of: 'voice_intro', id });
      if (!intro?.in_sites) throw refuse('not_found');
      await recordLook(app.db, {
        operator: session.memberId,
        act: 'voice_intro.look',
        member: intro.member_id,
        object: id,
      });
      return sendVoice(app, request, reply, intro.storage_key);
    },
  );
}

function mayHear(intro: Found, viewer: Viewer): boolean {
  if (!viewer.voiceIntros) return false;
  if (intro.member_id === viewer.id) return true;
  return intro.status === 'active' && seenThrough(intro, 'opened') === 'visible';
}

/** Reads the introduction and the relation between listener and owner, in one query by primary keys. */
async function findIntro(
  { db }: Pick<App, 'db'>,
  id: number,
  viewer: Viewer,
  session: MemberSession,
): Promise<Found | null> {
  const { rows } = await sql<Found>`
    select v.member_id, v.storage_key, v.status, ${memberInSites(session.sites)} as in_sites, ${relationColumns(viewer)}
    from voice_intros v join profiles p on p.id = v.member_id join members m on m.id = v.member_id
    where v.id = ${id}`.execute(db);
  return rows[0] ?? null;
}
