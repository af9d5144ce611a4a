import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { calls } from '#contract/calls.ts';
import { mayCall } from '#contract/lists/roles.ts';
import { type PhotoStatus } from '#contract/photos/photo.ts';
import { assertLookInSites, recordLook } from '../audit/index.ts';
import { authenticate } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { sessionCookie } from '../platform/http/cookies.ts';
import { refuse } from '../platform/http/refusal.ts';
import { memberInSites } from '../site-scope/index.ts';
import { relationColumns, seenThrough, viewerOf, type Relation, type Viewer } from '../visibility/index.ts';
import { isGranted } from './access/access-pieces.ts';
import type { PhotoAddresses } from './addresses.ts';
import { fileKey } from './files/file-key.ts';
import { PHOTO_VARIANTS, type PhotoVariant } from './process-photo.ts';
import { accessTo, isOnRequest, type Viewer as PhotoViewer } from './rules.ts';

/** After this time a browser must revalidate a cached picture. */
const FRESH_SECONDS = 3600;

interface Found extends Relation {
  member_id: number;
  storage_key: string;
  formats: string[];
  status: PhotoStatus;
  private: boolean;
  on_request: boolean;
  main: boolean;
  premium: boolean;
  granted: boolean;
  /** The photo belongs to a member of the viewer's sites, if the viewer is an operator. */
  in_sites: boolean;
}

/**
 * GET /photos/{id}/{variant}?s=…: the signature proves that the server issued the address and that it has not
 * expired. The handler checks the viewer's access again, so the old address of a photo that was refused,
 * hidden, deleted or blocked stops working, as does that of a photo on request when its owner ends the grant or the
 * grant expires. Every denied request gets the same 404.
 */
export function registerPhotoFiles(http: FastifyInstance, app: App, addresses: PhotoAddresses): void {
  http.get<{ Params: { id: string; variant: string }; Querystring: { s?: string } }>(
    '/photos/:id/:variant',
    async (request, reply) => {
      const id = Number(request.params.id);
      const variant = PHOTO_VARIANTS.find((name) => name === request.params.variant);
      if (!variant || !Number.isSafeInteger(id) || !addresses.isValid(id, variant, request.query.s ?? ''))
        throw refuse('not_found');
      const cookie = sessionCookie(request.cookies);
      const session = cookie ? await authenticate(app, cookie, request.hostname) : null;
      const photo = await findPhoto(
        app,
        id,
        await viewerOf(app, session?.memberId ?? null, session ? session.host : request.hostname),
        session,
      );
      if (!photo || !maySee(photo, variant, standingOf(photo, session))) return refuseLook(app, session, id);
      const isByRole = session !== null && standingOf(photo, session) === 'moderator';
      if (isByRole && !maySee(photo, variant, standingAsMember(photo)))
        await recordLook(app.db, {
          operator: session.memberId,
          act: 'photo.look',
          member: photo.member_id,
          object: id,
        });
      // A stored copy would outlive the grant.
      const isStored = !isOnRequest(photo) || variant === 'blur';
      return sendPicture(app, request, reply, photo.storage_key, photo.formats, variant, isStored);
    },
  );
}

async function refuseLook(
  { db }: Pick<App, 'db'>,
  session: MemberSession | null,
  id: number,
): Promise<never> {
  if (session && mayCall(session.roles, calls.adminPhotos))
    await assertLookInSites(db, session, { act: 'photo.look', of: 'photo', id });
  throw refuse('not_found');
}

function maySee(photo: Found, variant: PhotoVariant, viewer: PhotoViewer): boolean {
  if (viewer !== 'owner' && viewer !== 'moderator' && seenThrough(photo, 'opened') !== 'visible')
    return false;
  const access = accessTo(photo, viewer, photo.granted);
  return access === 'open' || (access === 'locked' && variant === 'blur');
}

function standingOf(photo: Found, session: MemberSession | null): PhotoViewer {
  if (!session) return 'visitor';
  if (session.memberId === photo.member_id) return 'owner';
  if (photo.in_sites && mayCall(session.roles, calls.adminPhotos)) return 'moderator';
  return standingAsMember(photo);
}

const standingAsMember = ({ premium }: Found): PhotoViewer => (premium ? 'premium' : 'free');

/** Reads the photo and the relation between viewer and owner, in one query by primary keys. */
async function findPhoto(
  { db }: Pick<App, 'db'>,
  id: number,
  viewer: Viewer,
  session: MemberSession | null,
): Promise<Found | null> {
  const { rows } = await sql<Found>`
    select photo.member_id, photo.storage_key, photo.formats, photo.status, photo.private, photo.on_request, p.main_photo_id = photo.id is true as main, ${memberInSites(session?.sites ?? null)} as in_sites,
      ${relationColumns(viewer)}, coalesce((select paid_user from members where id = ${viewer.id}::bigint), false) as premium,
      ${isGranted(sql`photo.member_id`, viewer.id)} as granted
    from photos photo join profiles p on p.id = photo.member_id join members m on m.id = photo.member_id
    where photo.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function sendPicture(
  { storage }: Pick<App, 'storage'>,
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string,
  formats: readonly string[],
  variant: PhotoVariant,
  isStored = true,
): Promise<FastifyReply> {
  const avif =
    variant !== 'blur' && formats.includes('avif') && (request.headers.accept ?? '').includes('image/avif');
  const format = avif ? 'avif' : 'webp';
  // A folder's files never change, so its name serves as the version.
  const etag = `"${folder.slice(folder.indexOf('/') + 1)}-${variant}-${format}"`;
  reply
    .header('cache-control', isStored ? `private, max-age=${FRESH_SECONDS}` : 'private, no-store')
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
