import type { App } from '../platform/app.ts';
import { handlers, type MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { sendCsv } from '../platform/http/send-csv.ts';
import { viewerOf } from '../visibility/index.ts';
import { answerPhotoRequest } from './access/answer-photo-request.ts';
import { askForPhotos } from './access/ask-for-photos.ts';
import { peopleWithAccess } from './access/people-with-access.ts';
import { addPhoto } from './add-photo.ts';
import { createPhotoAddresses } from './addresses.ts';
import { changePhoto } from './change-photo.ts';
import { deletePhoto } from './delete-photo.ts';
import { listPhotos } from './photo-list/list-photos.ts';
import { photoFileRows } from './photo-list/photo-file-rows.ts';
import { ownPhoto } from './photos-of.ts';
import { waitingPhotos } from './queue/waiting-photos.ts';

const reviewerOf = ({ memberId: id, roles, sites, languages }: MemberSession) => ({
  id,
  roles,
  sites,
  languages,
});

export function photoHandlers(app: App) {
  const addresses = createPhotoAddresses(app.config.secret);
  const answer = async (owner: number, id: number) => {
    const photo = await ownPhoto(app.db, addresses, owner, id);
    if (!photo) throw refuse('not_found');
    return photo;
  };
  return handlers({
    async addPhoto({ body, file }, { member }) {
      if (!file) throw refuse('bad_request');
      const id = await addPhoto(app, {
        memberId: member.memberId,
        content: file.content,
        private: body.private,
        main: body.main,
        clientId: body.client_id,
      });
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
    async askForPhotos({ body }, call) {
      const viewer = await viewerOf(app, call.member.memberId, call.host);
      return { state: await askForPhotos(app, viewer, body.profile) };
    },
    photoAccess: async ({ query }, call) =>
      peopleWithAccess(app, await viewerOf(app, call.member.memberId, call.host), query),
    async answerPhotoRequest({ body }, call) {
      const owner = await viewerOf(app, call.member.memberId, call.host);
      return { state: await answerPhotoRequest(app, owner, body) };
    },
    async adminPhotos({ query }, { member }) {
      return waitingPhotos(app, addresses, reviewerOf(member), query.cursor);
    },
    adminPhotoList: ({ query }, { member }) => listPhotos(app.db, addresses, member, query ?? {}),
    async adminPhotosFile({ query }, { member, audit, reply }) {
      await audit(app.db);
      await sendCsv(reply, 'photos.csv', photoFileRows(app.db, addresses, member, query ?? {}));
      return null;
    },
  });
}
