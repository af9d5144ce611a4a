import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { hasRole } from '#contract/enums.ts';
import { authenticate } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { sendPicture } from '../photos/index.ts';

/** GET /complaint-files/{id}/{n}: a picture of the evidence, for those who decide; 404 to everybody else. */
export function registerComplaintFiles(http: FastifyInstance, app: App): void {
  http.get<{ Params: { id: string; place: string } }>('/complaint-files/:id/:place', async (request, reply) => {
    const [id, place] = [Number(request.params.id), Number(request.params.place)];
    const cookie = request.cookies['auth'];
    const session = cookie ? await authenticate(app, cookie) : null;
    if (!session || !hasRole(session.roles, ['moderator', 'support']) || !Number.isSafeInteger(id) || !Number.isSafeInteger(place)) throw refuse('not_found');
    const { rows } = await sql<{ folder: string | null }>`select evidence_folders[${place + 1}::int] as folder from complaints where id = ${id}`.execute(
      app.db,
    );
    if (!rows[0]?.folder) throw refuse('not_found');
    return sendPicture(app, request, reply, rows[0].folder, ['webp'], '960');
  });
}
