import { sql } from 'kysely';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasRole, type PhotoStatus } from '#contract/enums.ts';
import type { MemberSession } from '../platform/http/context.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { authenticate } from '../identity/index.ts';
import type { PhotoAddresses } from './addresses.ts';
import { fileKey } from './files.ts';
import { PHOTO_VARIANTS, type PhotoVariant } from './process-photo.ts';
import { relationColumns, seenThrough, viewerOf, type Relation, type Viewer } from '../visibility/index.ts';
import { accessTo, type Viewer as PhotoViewer } from './rules.ts';

/** How long a browser may show a picture before it asks again whether it still may. */
const FRESH_SECONDS = 3600;

interface Found extends Relation {
  member_id: number;
  storage_key: string;
  formats: string[];
  status: PhotoStatus;
  private: boolean;
  main: boolean;
  premium: boolean;
}

/**
 * GET /photos/{id}/{variant}?s=…: the signature proves that the address was given out and has not expired; whether the
 * caller may see the photo now is asked again, so that a photo which was refused, hidden, deleted or blocked since then
 * is gone from old addresses too. Everything refused answers the same 404.
 */
export function registerPhotoFiles(http: FastifyInstance, app: App, addresses: PhotoAddresses): void {
  http.get<{ Params: { id: string; variant: string }; Querystring: { s?: string } }>('/photos/:id/:variant', async (request, reply) => {
    const id = Number(request.params.id);
    const variant = PHOTO_VARIANTS.find((name) => name === request.params.variant);
    if (!variant || !Number.isSafeInteger(id) || !addresses.isValid(id, variant, request.query.s ?? '')) throw refuse('not_found');
    const cookie = request.cookies['auth'];
    const session = cookie ? await authenticate(app, cookie) : null;
    const photo = await findPhoto(app, id, await viewerOf(app, session?.memberId ?? null, request.hostname));
    if (!photo || !maySee(photo, variant, session)) throw refuse('not_found');
    return sendPicture(app, request, reply, photo.storage_key, photo.formats, variant);
  });
}

function maySee(photo: Found, variant: PhotoVariant, session: MemberSession | null): boolean {
  const viewer = standingOf(photo, session);
  if (viewer !== 'owner' && viewer !== 'moderator' && seenThrough(photo, 'opened') !== 'visible') return false;
  const access = accessTo(photo, viewer);
  return access === 'open' || (access === 'locked' && variant === 'blur');
}

function standingOf(photo: Found, session: MemberSession | null): PhotoViewer {
  if (!session) return 'visitor';
  if (session.memberId === photo.member_id) return 'owner';
  if (hasRole(session.roles, ['moderator'])) return 'moderator';
  return photo.premium ? 'premium' : 'free';
}

/** The photo and the relation between viewer and owner: one statement by primary keys. */
async function findPhoto({ db }: Pick<App, 'db'>, id: number, viewer: Viewer): Promise<Found | null> {
  const { rows } = await sql<Found>`
    select photo.member_id, photo.storage_key, photo.formats, photo.status, photo.private, p.main_photo_id = photo.id is true as main,
      ${relationColumns(viewer)}, coalesce((select paid_user from members where id = ${viewer.id}::bigint), false) as premium
    from photos photo join profiles p on p.id = photo.member_id join members m on m.id = photo.member_id
    where photo.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Sends a kept picture, as AVIF to browsers that take it. Also used for the pictures of chats. */
export async function sendPicture(
  { storage }: Pick<App, 'storage'>,
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string,
  formats: readonly string[],
  variant: PhotoVariant,
): Promise<FastifyReply> {
  const avif = variant !== 'blur' && formats.includes('avif') && (request.headers.accept ?? '').includes('image/avif');
  const format = avif ? 'avif' : 'webp';
  // A folder's files never change, so its name is their version.
  const etag = `"${folder.slice(folder.indexOf('/') + 1)}-${variant}-${format}"`;
  reply
    .header('cache-control', `private, max-age=${FRESH_SECONDS}`)
    .header('vary', 'accept')
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', 'inline')
    .header('cross-origin-resource-policy', 'same-origin');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const file = await storage.read(fileKey(folder, variant, format));
  if (!file) throw refuse('not_found');
  return reply.type(`image/${format}`).header('content-length', file.size).send(file.stream);
}
