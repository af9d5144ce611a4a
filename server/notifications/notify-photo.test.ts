import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditAs } from '#server/audit/index.ts';
import { decidePhoto } from '#server/photos/index.ts';
import { testApp } from '#support/app.ts';
import { plant } from '#support/members.ts';
import { phoneHeic } from '#support/pictures.ts';

const app = testApp();
/** Not an allowed push service, so the push is only stored in the outbox. */
const endpoint = 'https://push.example/1';

test('pushes a photo decision in the member’s language without describing the photo, and shows it in the open page', async () => {
  const anna = await app.as('anna', { language: 'nl' });
  await sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth) values (${anna.memberId}, ${endpoint}, 'p', 'a')`.execute(
    app.db,
  );
  const inspector = await plant(app);
  const photo = await anna.must('addPhoto', {
    file: { content: phoneHeic(), name: 'IMG_1.HEIC', type: 'image/heic' },
  });
  expect(photo).toMatchObject({ status: 'inspecting', width: 300, height: 400 });
  const heard: unknown[] = [];
  const stop = app.app.events.subscribe(
    anna.memberId,
    (event) => void (event.name === 'changed' && heard.push(event.data)),
  );
  await decidePhoto(app.app, {
    operatorId: inspector,
    id: photo.id,
    approve: false,
    reason: 'explicit',
    audit: auditAs(inspector, 'photo.decide'),
  });
  await expect.poll(() => heard).toContainEqual({ what: 'user', photo: { id: photo.id, status: 'refused' } });
  stop();
  // Members who have the site open get no push.
  await app.away();
  const pushes = (await app.outbox(anna.email)).filter(({ kind }) => kind === 'push');
  expect(pushes.map(({ text }) => text).join()).toContain('Kijk waarom');
  expect(JSON.stringify(pushes)).not.toMatch(/expliciet|explicit/i);
});
