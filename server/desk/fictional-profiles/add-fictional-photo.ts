import type { CallBody } from '#contract/calls.ts';
import { addPhoto } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import type { UploadedFile } from '../../platform/http/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { assertHouseProfile } from './assert-house-profile.ts';

export async function addFictionalPhoto(
  app: App,
  body: CallBody<'fictionalPhoto'>,
  file: UploadedFile | undefined,
): Promise<number> {
  if (!file) throw refuse('bad_request');
  await assertHouseProfile(app.db, body.profile);
  return addPhoto(app, {
    memberId: body.profile,
    content: file.content,
    main: body.main,
    clientId: body.client_id,
  });
}
