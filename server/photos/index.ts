import type { App } from '../platform/app.ts';
import type { Module } from '../platform/module.ts';
import type { PhotoPart } from '../profiles/index.ts';
import { createPhotoAddresses } from './addresses.ts';
import { photoHandlers } from './handlers.ts';
import { registerPhotoFiles } from './http.ts';
import { photoCron, photoJobs } from './jobs.ts';
import { registerSandboxLiveness } from './liveness/sandbox-http.ts';
import { photosColumns, photosIn, photosOf } from './photos-of.ts';
import { createClassifier } from './screening/classifier.ts';
import { tables } from './tables.ts';
import { verificationHandlers } from './verification-handlers.ts';
import { registerSelfies } from './verification/http.ts';

export { accessOf, isCurrentAccess, offersPhotos } from './access/access-pieces.ts';
export { PHOTO_ACCESS_NOTIFICATION, type PhotoAccessNews } from './access/ask-for-photos.ts';
export { deletePhotoAccessBetween } from './access/delete-photo-access-between.ts';
export { addPhoto } from './add-photo.ts';
export { claimItems, type Reviewer } from './queue/claim-items.ts';
export { checkFiles } from './files/check-files.ts';
export { dropFiles } from './files/drop-files.ts';
export { keepFiles } from './files/keep-files.ts';
export { putFiles } from './files/put-files.ts';
export { decidePhoto, PHOTO_NOTIFICATION, type PhotoDecision, type RefusedPhoto } from './decide-photo.ts';
export { restorePhoto } from './restore-photo.ts';
export { isListName, loadList } from './known/load-list.ts';
export { meetLists } from './known/meet-lists.ts';
export { pdqBits } from './known/pdq-near.ts';
export { pictureLists } from './known/picture-lists.ts';
export type { PictureShelf } from './known/picture-shelf.ts';
export { removeList } from './known/remove-list.ts';
export { sealedEvidence } from './known/sealed-evidence.ts';
export { shelfCron, shelfJobs } from './known/shelf-jobs.ts';
export { screen, type ScreeningParts } from './screening/screen.ts';
export { createClassifier, type Classifier } from './screening/classifier.ts';
export { PHOTO_VARIANTS, processPhoto, type PhotoVariant, type ProcessedPhoto } from './process-photo.ts';
export { sendPicture } from './http.ts';
export { decideVerification, type SelfieDecision } from './verification/decide-verification.ts';
export { demandOnFile } from './verification/demand-of.ts';
export { demandVerification } from './verification/demand-verification.ts';
export { giveBadgeBack } from './verification/give-badge-back.ts';
export { takeBadge } from './verification/take-badge.ts';
export { inTurn } from './turns.ts';
export { runInThread } from './run-in-thread.ts';
export { photoClaimedByColleague } from './queue/photo-claimed-by-colleague.ts';
export { keepFolder } from './files/keep-folder.ts';

export const module: Module = {
  tables,
  create: (app) => ({ photos: photoPart(app), classifier: createClassifier() }),
  handlers: (app) => ({ ...photoHandlers(app), ...verificationHandlers(app) }),
  jobs: photoJobs,
  cron: photoCron,
  routes(http, app) {
    registerPhotoFiles(http, app, createPhotoAddresses(app.config.secret));
    registerSelfies(http, app);
    registerSandboxLiveness(http, app);
  },
};

function photoPart(app: Pick<App, 'config'>): PhotoPart {
  const addresses = createPhotoAddresses(app.config.secret);
  return {
    mainImage: addresses.mainImage,
    address: (id) => addresses.address(id, '960'),
    photosColumns,
    photosIn: (row, owner, viewer) => photosIn(row, owner, viewer, addresses),
    photosOf: (db, viewer, member) => photosOf(db, addresses, viewer, member),
  };
}
