import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import type { App } from '../platform/app.ts';
import { addPhoto } from './add-photo.ts';
import { createPhotoAddresses } from './addresses.ts';
import { changePhoto } from './change-photo.ts';
import { deletePhoto } from './delete-photo.ts';
import { decidePhoto, waitingPhotos } from './inspect-photos.ts';
import { ownPhoto } from './photos-of.ts';

/** Uploads an hour and member, refused ones included: unpacking pictures costs more than any other call. */
const UPLOADS = { points: 60, seconds: 3600 };

export function photoHandlers(app: App) {
  const addresses = createPhotoAddresses(app.config.secret);
  const uploads = app.limits.limit('photo-upload', UPLOADS);
  const answer = async (owner: number, id: number) => {
    const photo = await ownPhoto(app.db, addresses, owner, id);
    if (!photo) throw refuse('not_found');
    return photo;
  };
  const inspector = (roles: readonly string[]) => {
    if (!roles.includes('operator') && !roles.includes('inspector')) throw refuse('not_found');
  };
  return handlers({
    async addPhoto({ body, file }, { member }) {
      if (!file) throw refuse('bad_request');
      const wait = await uploads.take(String(member.memberId));
      if (wait !== null) throw refuse('too_many_requests', undefined, wait);
      const id = await addPhoto(app, { memberId: member.memberId, content: file.content, private: body.private, main: body.main, clientId: body.client_id });
      return answer(member.memberId, id);
    },
    async changePhoto({ body }, { member }) {
      await changePhoto(app, { ...body, memberId: member.memberId });
      return answer(member.memberId, body.id);
    },
    async deletePhoto({ body }, { member }) {
      await deletePhoto(app, member.memberId, body.id);
      return { ok: true };
    },
    async adminPhotos({ query }, { member }) {
      inspector(member.roles);
      return waitingPhotos(app, addresses, member.memberId, query.cursor);
    },
    async decidePhoto({ body }, { member }) {
      inspector(member.roles);
      await decidePhoto(app, { ...body, operatorId: member.memberId });
      return { ok: true };
    },
  });
}
