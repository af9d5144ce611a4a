import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { plantWithBrowser, setSettings } from '#support/members.ts';

const app = testApp();

describe('a message about an answer on the profile', () => {
  const answer = { prompt: 'kiss', answer: 'a question' } as const;

  async function pair() {
    const [writer, reader] = [await plantWithBrowser(app), await plantWithBrowser(app)];
    await sql`update members set credits = 3 where id = ${writer.memberId}`.execute(app.db);
    await setSettings(app, { free_messages: 0, message_credits: 2 });
    await reader.must('changeProfile', { body: { prompts: [answer] } });
    const body = {
      profile: reader.memberId,
      client_id: randomUUID(),
      text: 'Which one?',
      about_prompt: 'kiss',
    };
    return { writer, reader, body };
  }

  test('costs one message and keeps the answer as it was', async () => {
    const { writer, reader, body } = await pair();
    const about = { kind: 'prompt', id: 'kiss', answer: 'a question' };
    const sent = await writer.must('send', { body });
    expect(sent).toMatchObject({ credits: 1, message: { about, credits: 2 } });
    await reader.must('changeProfile', { body: { prompts: [{ prompt: 'kiss', answer: 'another one' }] } });
    expect(await writer.must('send', { body })).toMatchObject({ credits: 1, message: { about } });
    const { messages } = await reader.must('chat', { query: { profile: writer.memberId } });
    expect(messages).toMatchObject([{ text: 'Which one?', about }]);
    await writer.must('deleteMessage', { body: { message: sent.message.id } });
    expect(
      (await reader.must('chat', { query: { profile: writer.memberId } })).messages[0],
    ).not.toHaveProperty('about');
  });

  test('is refused before the charge if the profile does not show the answer', async () => {
    const { writer, reader, body } = await pair();
    const isRefused = async (more: object, error: string) => {
      const response = await writer.call('send', { body: { ...body, client_id: randomUUID(), ...more } });
      expect(response.body.error).toBe(error);
      expect((await writer.must('user')).credits).toBe(3);
    };
    await isRefused({ about_prompt: 'sunday' }, 'answer_gone');
    await isRefused({ text: undefined, gift: 'rose' }, 'bad_request');
    await reader.must('changeProfile', { body: { hidden_fields: ['prompts'] } });
    await isRefused({}, 'answer_gone');
    await reader.must('changeProfile', { body: { hidden_fields: [] } });
    await setSettings(app, { visible_profile_notes: ['about'] });
    await isRefused({}, 'not_found');
    await setSettings(app, { visible_profile_notes: ['about', 'prompts', 'interests'] });
    expect((await writer.call('send', { body })).status).toBe(201);
  });
});
