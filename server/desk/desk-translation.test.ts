import { afterAll, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { plant, setSettings } from '#support/members.ts';
import { answerOf, plantWriter, writeToProfile } from '#support/office/desk.ts';
import { startTranslationService } from '#support/services/fake-libretranslate.ts';

const service = await startTranslationService();
const app = testApp({ TRANSLATION_URL: service.url });
afterAll(() => service.close());

const newest = async (writer: Client, conversation: number) => {
  const { chat } = await writer.must('deskThread', { query: { conversation } });
  return chat.messages.at(-1)!.id;
};
const translate = (writer: Client, conversation: number, message: number) =>
  writer.call('deskTranslation', { body: { conversation, message, to: 'en' } });

test('translates a member’s message for the writer who has claimed the conversation, and nothing else', async () => {
  const mira = await plant(app, { name: 'Mira', kind: 'fictional' });
  const [anna, otto] = [await app.as('anna', { credits: 20 }), await app.as('otto', { credits: 20 })];
  const [writer, colleague] = [await plantWriter(app, 'Willem'), await plantWriter(app, 'Wendy')];
  const conversation = await writeToProfile(anna, mira);
  const other = await writeToProfile(otto, mira);
  const message = await newest(writer, conversation);
  expect((await translate(writer, conversation, message)).body).toMatchObject({ error: 'desk_not_claimed' });
  expect(service.asked).toEqual([]);

  await writer.must('deskClaim', { body: { conversation } });
  const { body } = await translate(writer, conversation, message);
  expect(body).toEqual({ text: expect.stringMatching(/^\[en\] /), from: 'nl' });
  expect(service.asked).toHaveLength(1);

  expect((await translate(colleague, conversation, message)).body).toMatchObject({
    error: 'desk_not_claimed',
  });
  expect((await translate(writer, conversation, await newest(writer, other))).status).toBe(404);
  await writer.must('deskAnswer', answerOf(conversation, 'Good evening'));
  expect((await translate(writer, conversation, await newest(writer, conversation))).status).toBe(404);
  await setSettings(app, { message_translation: false });
  expect((await translate(writer, conversation, message)).body).toMatchObject({ error: 'translation_off' });
  expect(service.asked).toHaveLength(1);
});
