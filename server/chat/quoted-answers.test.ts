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

describe('a message about a photo on the profile', () => {
  async function pair() {
    const [writer, reader] = [await plantWithBrowser(app), await plantWithBrowser(app)];
    await sql`update members set credits = 9 where id = ${writer.memberId}`.execute(app.db);
    await setSettings(app, { free_messages: 0, message_credits: 2 });
    const photoOf = async (member: number, more: Partial<{ private: boolean; on_request: boolean }> = {}) => {
      const { rows } = await sql<{ id: number }>`
        insert into photos (member_id, storage_key, status, private, on_request, width, height)
        values (${member}, ${randomUUID()}, 'active', ${more.private ?? false}, ${more.on_request ?? false}, 600, 800) returning id`.execute(
        app.db,
      );
      return rows[0]!.id;
    };
    const comment = (about_photo: number, more: object = {}) =>
      writer.call('send', {
        body: {
          profile: reader.memberId,
          client_id: randomUUID(),
          text: 'Where is that?',
          about_photo,
          ...more,
        },
      });
    const refusal = async (about_photo: number, more: object = {}) => {
      const before = (await writer.must('user')).credits;
      const { body } = await comment(about_photo, more);
      expect((await writer.must('user')).credits).toBe(before);
      return body.error;
    };
    return { writer, reader, photoOf, comment, refusal };
  }

  test('costs one message, and shows the photo to both for as long as its sender sees it', async () => {
    const { writer, reader, photoOf, comment } = await pair();
    const photo = await photoOf(reader.memberId);
    const { body: sent } = await comment(photo);
    expect(sent).toMatchObject({ credits: 7, message: { about: { kind: 'photo', photo }, credits: 2 } });
    const query = { conversation: sent.conversation.id, message: sent.message.id };
    const seen = async () => [
      (await writer.must('quotedPhoto', { query })).photo,
      (await reader.must('quotedPhoto', { query })).photo,
    ];
    const shown = {
      thumb_filename: expect.stringContaining(`/photos/${photo}/480?`),
      width: 600,
      height: 800,
    };
    expect(await seen()).toEqual([shown, shown]);
    const { messages } = await reader.must('chat', { query: { profile: writer.memberId } });
    expect(messages).toMatchObject([{ text: 'Where is that?', about: { kind: 'photo', photo } }]);
    const change = (set: object) => app.db.updateTable('photos').set(set).where('id', '=', photo).execute();
    for (const hidden of [
      { private: true },
      { private: true, on_request: true },
      { private: false, status: 'refused' },
    ]) {
      await change({ on_request: false, status: 'active', ...hidden });
      expect(await seen()).toEqual([null, null]);
    }
    await change({ private: false, status: 'active' });
    expect(await seen()).toEqual([shown, shown]);
    await app.db.deleteFrom('photos').where('id', '=', photo).execute();
    expect(await seen()).toEqual([null, null]);

    const other = await plantWithBrowser(app);
    expect((await other.call('quotedPhoto', { query })).status).toBe(404);
    await writer.must('deleteMessage', { body: { message: sent.message.id } });
    expect((await reader.call('quotedPhoto', { query })).status).toBe(404);
  });

  test('is refused before the charge unless the photo is on the profile and its sender sees it', async () => {
    const { writer, reader, photoOf, comment, refusal } = await pair();
    const other = await plantWithBrowser(app);
    for (const forged of [await photoOf(other.memberId), await photoOf(writer.memberId), 2 ** 50])
      expect(await refusal(forged)).toBe('photo_gone');
    const premium = await photoOf(reader.memberId, { private: true });
    const asked = await photoOf(reader.memberId, { private: true, on_request: true });
    expect([await refusal(premium), await refusal(asked)]).toEqual(['photo_gone', 'photo_gone']);
    const refused = await photoOf(reader.memberId);
    await sql`update photos set status = 'refused' where id = ${refused}`.execute(app.db);
    expect(await refusal(refused)).toBe('photo_gone');
    const photo = await photoOf(reader.memberId);
    expect(await refusal(photo, { about_prompt: 'kiss' })).toBe('bad_request');
    expect(await refusal(photo, { text: undefined, gift: 'rose' })).toBe('bad_request');

    await sql`insert into photo_access (owner_id, viewer_id, state) values (${reader.memberId}, ${writer.memberId}, 'granted')`.execute(
      app.db,
    );
    expect((await comment(asked)).status).toBe(201);
    await sql`update photo_access set expires_at = app_now() - interval '1 second'`.execute(app.db);
    expect(await refusal(asked)).toBe('photo_gone');
    await sql`update members set paid_user = true where id = ${writer.memberId}`.execute(app.db);
    expect((await comment(premium)).status).toBe(201);
    expect(await refusal(asked)).toBe('photo_gone');
  });
});
