import type { App } from '../platform/app.ts';
import type { Module } from '../platform/module.ts';
import type { PhotoPart } from '../profiles/index.ts';
import { createPhotoAddresses } from './addresses.ts';
import { photoCron, photoJobs } from './jobs.ts';
import { photosColumns, photosIn, photosOf } from './photos-of.ts';
import { photoHandlers } from './routes.ts';
import { registerPhotoFiles } from './file-routes.ts';
import { tables } from './tables.ts';
import { registerSelfies } from './verification/selfie-routes.ts';

export { addPhoto } from './add-photo.ts';
export { dropFiles, keepFiles, putFiles } from './files.ts';
export { decidePhoto, PHOTO_NOTIFICATION, restorePhoto, type PhotoDecision, type RefusedPhoto } from './inspect-photos.ts';
export { screen } from './screening.ts';
export { processPhoto, type PhotoVariant, type ProcessedPhoto } from './process-photo.ts';
export { sendPicture } from './file-routes.ts';
export { giveBadgeBack, takeBadge } from './verification/badge.ts';

export const module: Module = {
  tables,
  create: (app) => ({ photos: photoPart(app) }),
  handlers: photoHandlers,
  jobs: photoJobs,
  cron: photoCron,
  routes(http, app) {
    registerPhotoFiles(http, app, createPhotoAddresses(app.config.secret));
    registerSelfies(http, app);
  },
};

/** What profiles show of photos. */
function photoPart(app: Pick<App, 'config'>): PhotoPart {
  const addresses = createPhotoAddresses(app.config.secret);
  return {
    mainImage: addresses.mainImage,
    photosColumns,
    photosIn: (row, owner, viewer) => photosIn(row, owner, viewer, addresses),
    photosOf: (db, viewer, member) => photosOf(db, addresses, viewer, member),
  };
}
