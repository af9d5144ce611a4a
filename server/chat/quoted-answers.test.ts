import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ContactConditions } from '#contract/visibility.ts';
import type { LiveEvent } from '#server/platform/live/events.ts';
import { testApp } from '#support/app.ts';
import { noticesTo, queuedJobs } from '#support/job-queue.ts';
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
    await sql`insert into acquaintances (owner_id, other_id) values (${reader.memberId}, ${writer.memberId})`.execute(
      app.db,
    );
    expect((await writer.must('quotedPhoto', { query })).photo).toBeNull();
    await sql`delete from acquaintances`.execute(app.db);
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

describe('a comment with a like', () => {
  async function pair() {
    const [writer, reader] = [
      await plantWithBrowser(app),
      await plantWithBrowser(app, { gender: 'male', interests: [] }),
    ];
    await sql`update members set credits = 9 where id = ${writer.memberId}`.execute(app.db);
    await setSettings(app, { free_messages: 0, message_credits: 2 });
    await reader.must('changeProfile', { body: { prompts: [{ prompt: 'kiss', answer: 'a question' }] } });
    const comment = (more: object = {}, from = writer) =>
      from.call('send', {
        body: {
          profile: reader.memberId,
          client_id: randomUUID(),
          text: 'Which one?',
          about_prompt: 'kiss',
          like: true,
          ...more,
        },
      });
    const likes = async () => (await reader.must('likes')).liked_by.map(({ id }) => id);
    const notices = async () => {
      const likeJobs = (await queuedJobs(app.db, 'like-notification')).filter(({ key }) =>
        key?.includes(` ${reader.memberId}`),
      );
      const messages = await noticesTo(app.db, reader.memberId);
      return [...likeJobs.map(() => 'like'), ...messages.map(() => 'message')];
    };
    return { writer, reader, comment, likes, notices };
  }

  const open: ContactConditions = {
    paused: false,
    verified: false,
    photo: false,
    premium: false,
    min_age: null,
    max_age: null,
    countries: [],
    daily_limit: null,
    hidden_words: [],
    others: 'requests',
  };

  function listen(id: number) {
    const events: LiveEvent[] = [];
    app.app.events.subscribe(id, (event) => event.name !== 'totals' && events.push(event));
    return events;
  }

  test('gives the like with the message, and notifies of the message only', async () => {
    const { writer, reader, comment, likes, notices } = await pair();
    const [toReader, toWriter] = [listen(reader.memberId), listen(writer.memberId)];
    const client_id = randomUUID();
    const { status, body } = await comment({ client_id });
    expect([status, body]).toMatchObject([201, { liked: true, credits: 7 }]);
    expect(await likes()).toEqual([writer.memberId]);
    expect((await reader.must('activity')).events.map(({ kind }) => kind)).toEqual(['like']);
    expect(await notices()).toEqual(['message']);
    await expect.poll(() => toReader.map(({ name }) => name).sort()).toEqual(['changed', 'message']);

    // The sender's pages show the like at once.
    const changes = toWriter.filter(({ name }) => name === 'changed').map(({ data }) => data);
    expect(changes).toEqual(['likes', 'member', 'members'].map((what) => ({ what })));

    // A repeat does not bring back a like that was withdrawn in the meantime.
    await writer.must('unlike', { body: { profile: reader.memberId } });
    expect((await comment({ client_id })).body).not.toHaveProperty('liked');
    expect(await likes()).toEqual([]);
    expect((await comment({ like: false })).body).not.toHaveProperty('liked');
    expect(await likes()).toEqual([]);
    expect((await comment()).body).toMatchObject({ liked: true });
    expect((await comment()).body).not.toHaveProperty('liked');
    expect(await likes()).toEqual([writer.memberId]);
  });

  test('makes a match, of which the sender learns at once', async () => {
    const { writer, reader, comment } = await pair();
    await reader.must('like', { body: { profile: writer.memberId } });
    const toWriter = listen(writer.memberId);
    expect((await comment()).body).toMatchObject({ liked: true });
    await expect.poll(() => toWriter.map(({ name }) => name)).toContain('match');
    const { profiles } = await writer.must('likes', { query: { type: 'matches' } });
    expect(profiles.map(({ id }) => id)).toEqual([reader.memberId]);
  });

  test('gives no like if the message is refused or cannot be paid', async () => {
    const { writer, comment, likes } = await pair();
    expect((await comment({ about_prompt: undefined })).status).toBe(400);
    expect((await comment({ about_prompt: 'sunday' })).body.error).toBe('answer_gone');
    await sql`update members set credits = 1 where id = ${writer.memberId}`.execute(app.db);
    expect((await comment()).body.error).toBe('not_enough_credits');
    expect(await likes()).toEqual([]);
  });

  test('sends the message without a like where likes are refused', async () => {
    const { writer, reader, comment, likes } = await pair();
    await writer.must('changeIntimateConsent', { body: { given: false } });
    expect((await comment()).body).not.toHaveProperty('liked');
    await writer.must('changeIntimateConsent', { body: { given: true } });
    await writer.must('changeUser', { body: { invisible: false } });
    // The conversation continues, but nobody likes an invisible member.
    await reader.must('changeUser', { body: { invisible: true } });
    expect([await comment()]).toMatchObject([{ status: 201 }]);
    expect(await likes()).toEqual([]);
    await reader.must('changeUser', { body: { invisible: false } });
    expect((await comment()).body).toMatchObject({ liked: true });
  });

  test('gives a like without notice with a request, also one because of a hidden word', async () => {
    for (const conditions of [{ verified: true }, { hidden_words: ['which'] }]) {
      const { writer, reader, comment, likes, notices } = await pair();
      await reader.must('changeContactConditions', { body: { ...open, ...conditions } });
      const toReader = listen(reader.memberId);
      expect((await comment()).body).toMatchObject({ liked: true });
      expect(await likes()).toEqual([writer.memberId]);
      expect(await notices()).toEqual([]);
      expect((await reader.must('activity')).events.map(({ kind }) => kind)).toEqual(['request']);
      await expect.poll(() => toReader.map(({ name }) => name)).toEqual(['changed']);
      expect(toReader[0]!.data).toMatchObject({ what: 'chats' });
    }
  });
});
