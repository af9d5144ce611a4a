import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { overrideSettings } from '#support/assembled-site.ts';
import { figure, picture } from '#support/pictures.ts';
import { createClassifier } from './classifier.ts';

const site = testApp();

test('gives a drawn unclothed figure a higher percentage than a drawn face, one picture at a time', async () => {
  const classifier = createClassifier();
  const [nude, face] = [await figure().webp().toBuffer(), await picture().webp().toBuffer()];
  const verdicts = await Promise.all([nude, face, nude, face].map((one) => classifier.intimacyOf(one)));
  expect(verdicts[0]).toBeGreaterThanOrEqual(5);
  expect(verdicts[1]).toBeLessThan(2);
  expect(verdicts.slice(2)).toEqual(verdicts.slice(0, 2));
});

test('loads the model again for the next picture after it was unloaded', async () => {
  const classifier = createClassifier({ idleMs: 1 });
  const face = await picture().webp().toBuffer();
  const [[thread], first] = await Promise.all([once(process, 'worker'), classifier.intimacyOf(face)]);
  await once(thread, 'exit');
  expect(await classifier.intimacyOf(face)).toBe(first);
});

test('gives every picture of a broken model an error instead of a verdict', async () => {
  const classifier = createClassifier({ model: '/nowhere' });
  const face = await picture().webp().toBuffer();
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => classifier.intimacyOf(face)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('classifies profile photos, pictures in chats and selfies with the model, by the threshold of the site', async () => {
  const content = await figure().jpeg().toBuffer();
  const verdicts = async (who: { memberId: number }) =>
    (
      await sql<{ intimate: boolean | null }>`
        select intimate from photos where member_id = ${who.memberId} union all
        select intimate from chat_images where member_id = ${who.memberId} union all
        select intimate from verifications where member_id = ${who.memberId}`.execute(site.db)
    ).rows.map(({ intimate }) => intimate);
  const bram = await site.as('bram');
  for (const [name, percent, intimate] of [
    ['anna', 5, true],
    ['clara', 90, false],
  ] as const) {
    await overrideSettings(site.app, { intimate_percent: percent });
    const who = await site.as(name, { credits: 10 });
    const { id } = await who.must('addPhoto', { file: { content } });
    await sql`update photos set status = 'active' where id = ${id}`.execute(site.db);
    await sql`update profiles set num_photos = 1, main_photo_id = ${id} where id = ${who.memberId}`.execute(
      site.db,
    );
    await who.call('send', {
      body: { profile: bram.memberId, client_id: crypto.randomUUID() },
      file: { content },
    });
    await who.must('beginVerification');
    await who.must('sendSelfie', { file: { content } });
    expect(await verdicts(who)).toEqual([intimate, intimate, intimate]);
  }
});

test('keeps a picture without a verdict from others', async () => {
  const { classifier } = site.app.parts;
  site.app.parts.classifier = createClassifier({ model: '/nowhere' });
  await overrideSettings(site.app, { automatic_photo_approval: true });
  const dora = await site.as('dora');
  const { status } = await dora.must('addPhoto', { file: { content: await picture().jpeg().toBuffer() } });
  expect(status).toBe('inspecting');
  site.app.parts.classifier = classifier;
});
