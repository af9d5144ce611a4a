import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { hasRole } from '#contract/enums.ts';
import { authenticate } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { sendPicture } from '../file-routes.ts';

/** GET /selfies/{id}: a selfie that waits, for moderators; 404 to everybody else, its member too, and to everybody once it is decided. */
export function registerSelfies(http: FastifyInstance, app: App): void {
  http.get<{ Params: { id: string } }>('/selfies/:id', async (request, reply) => {
    const id = Number(request.params.id);
    const cookie = request.cookies['auth'];
    const session = cookie ? await authenticate(app, cookie) : null;
    if (!session || !hasRole(session.roles, ['moderator']) || !Number.isSafeInteger(id)) throw refuse('not_found');
    const { rows } = await sql<{ storage_key: string | null }>`select storage_key from verifications where id = ${id} and decided_at is null`.execute(app.db);
    if (!rows[0]?.storage_key) throw refuse('not_found');
    return sendPicture(app, request, reply, rows[0].storage_key, ['webp'], '960');
  });
}
