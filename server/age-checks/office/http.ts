import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { agePictures, type AgePicture } from '#contract/age-checks/lists.ts';
import { calls } from '#contract/calls.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { mayCall } from '#contract/lists/roles.ts';
import { assertLookInSites, recordLook } from '../../audit/index.ts';
import { authenticate } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { sessionCookie } from '../../platform/http/cookies.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { unsealAgePicture } from './sealed-pictures.ts';

/**
 * GET /age-pictures/{id}/{part}: a picture of an undecided age check, for operators who may see the queue. Everybody else
 * gets 404, including the member; after the decision, everybody does. No copy of it is stored.
 */
export function registerAgePictures(http: FastifyInstance, app: App): void {
  http.get<{ Params: { id: string; part: string } }>('/age-pictures/:id/:part', async (request, reply) => {
    const id = Number(request.params.id);
    const part = itemOf(agePictures, request.params.part);
    const cookie = sessionCookie(request.cookies);
    const session = cookie ? await authenticate(app, cookie, request.hostname) : null;
    if (!session || !mayCall(session.roles, calls.adminAgeChecks) || !part || !Number.isSafeInteger(id))
      throw refuse('not_found');
    await assertLookInSites(app.db, session, { act: 'age_check.picture', of: 'age_check', id });
    const { rows } = await sql<{ sealed: Buffer; member_id: number }>`
      select p.sealed, c.member_id from age_check_pictures p join age_checks c on c.id = p.check_id
      where p.check_id = ${id} and p.part = ${part} and c.state = 'open' and c.sent_at is not null`.execute(
      app.db,
    );
    const [found] = rows;
    const content = found && unsealed(app, id, part, found.sealed);
    if (!content) throw refuse('not_found');
    await recordLook(app.db, {
      operator: session.memberId,
      act: 'age_check.picture',
      member: found.member_id,
      object: id,
    });
    return reply
      .type('image/webp')
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', 'inline')
      .header('cross-origin-resource-policy', 'same-origin')
      .send(content);
  });
}

/** Null if the picture was sealed with another SECRET. The check then ends without a decision. */
function unsealed(
  { config, log }: Pick<App, 'config' | 'log'>,
  id: number,
  part: AgePicture,
  sealed: Buffer,
): Buffer | null {
  try {
    return unsealAgePicture(config, id, part, sealed);
  } catch {
    log.warn({ check: id, part }, 'a picture of an age check cannot be read: was SECRET changed?');
    return null;
  }
}
