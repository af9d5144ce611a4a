import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Locale } from '#contract/lists/locales.ts';
import type { Role } from '#contract/lists/roles.ts';
import { type Client, testApp } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser } from '#support/members.ts';
import { writeToProfile } from '#support/office/desk.ts';
import { picture } from '#support/pictures.ts';
import { WAVEFORM } from '#support/recordings.ts';

// Whose work an operator of some languages gets (docs/product.md 16.30).

const site = testApp();
let owner: Client;

beforeAll(async () => {
  owner = await plantWithBrowser(site, { roles: ['owner'] });
});

async function operatorOf(roles: Role[], languages: Locale[]): Promise<Client> {
  const id = await plant(site, { roles });
  await owner.must('changeOperator', { body: { id, roles, languages } });
  return browserOf(site, id);
}

const idOf = async (query: ReturnType<typeof sql<{ id: number }>>) =>
  (await query.execute(site.db)).rows[0]!.id;

/** For each queue: makes something wait of a new member with this language, and reads the ids of what waits. */
const queues = {
  photos: {
    async add(language: Locale) {
      const member = await plantWithBrowser(site, { language });
      const { id } = await member.must('addPhoto', { file: { content: await picture().jpeg().toBuffer() } });
      await sql`update photos set status = 'inspecting' where id = ${id}`.execute(site.db);
      return id;
    },
    async read(operator: Client) {
      const { photos, waiting } = await operator.must('adminPhotos');
      return { ids: photos.map(({ id }) => id), waiting };
    },
  },
  verifications: {
    add: async (language: Locale) =>
      idOf(sql`insert into verifications (member_id, pose, sent_at)
        values (${await plant(site, { language })}, 'thumb_up', app_now()) returning id`),
    async read(operator: Client) {
      const { verifications, waiting } = await operator.must('adminVerifications');
      return { ids: verifications.map(({ id }) => id), waiting };
    },
  },
  age_checks: {
    async add(language: Locale) {
      const id = await idOf(sql`insert into age_checks (member_id, provider, due_at, sent_at)
        values (${await plant(site, { language })}, 'office', app_now() + interval '14 days', app_now()) returning id`);
      await sql`insert into age_check_pictures (check_id, part, sealed) values (${id}, 'document', '')`.execute(
        site.db,
      );
      return id;
    },
    async read(operator: Client) {
      const { checks, waiting } = await operator.must('adminAgeChecks');
      return { ids: checks.map(({ id }) => id), waiting };
    },
  },
  voice_intros: {
    add: async (language: Locale) =>
      idOf(sql`insert into voice_intros (member_id, client_id, storage_key, duration_ms, waveform)
        values (${await plant(site, { language })}, ${randomUUID()}, ${`intros/${randomUUID()}`}, 1000, ${WAVEFORM}) returning id`),
    async read(operator: Client) {
      const { intros, waiting } = await operator.must('adminVoiceIntros');
      return { ids: intros.map(({ id }) => id), waiting };
    },
  },
  chat_images: {
    async add(language: Locale) {
      const sender = await plantWithBrowser(site, { language });
      const conversation = await writeToProfile(sender, await plant(site, { kind: 'fictional' }));
      return idOf(sql`
        with image as (
          insert into chat_images (member_id, client_id, storage_key, width, height, fingerprint, flagged, status)
          values (${sender.memberId}, ${randomUUID()}, ${`chat/${randomUUID()}`}, 100, 100, 0, true, 'inspecting') returning id)
        update messages set kind = 'image', image_id = image.id from image
        where conversation_id = ${conversation} returning image.id`);
    },
    async read(operator: Client) {
      const { images, waiting } = await operator.must('adminChatImages');
      return { ids: images.map(({ id }) => id), waiting };
    },
  },
  texts: {
    add: async (language: Locale, rule = 'phone') =>
      idOf(sql`insert into flagged_texts (member_id, kind, body, rules)
        values (${await plant(site, { language })}, 'about', 'call me', ${[rule]}::text[]) returning id`),
    async read(operator: Client) {
      const { texts, waiting } = await operator.must('adminTexts');
      return { ids: texts.map(({ id }) => id), waiting };
    },
  },
  complaints: {
    add: async (language: Locale, category = 'harassment') =>
      idOf(sql`insert into complaints (reporter_id, profile_id, category, body, locale)
        values (${await plant(site, { language })}, ${await plant(site, { language })}, ${category}, 'x', ${language}) returning id`),
    async read(operator: Client) {
      const { complaints, waiting } = await operator.must('adminComplaints');
      return { ids: complaints.map(({ id }) => id), waiting };
    },
  },
  support: {
    async add(language: Locale) {
      const asker = await plantWithBrowser(site, { language });
      const body = { client_id: randomUUID(), subject: 'My credits', text: 'Where are they?' };
      return (await asker.must('askSupport', { body })).id!;
    },
    async read(operator: Client) {
      const { threads, counts } = await operator.must('adminSupport', { query: {} });
      return { ids: threads.map(({ id }) => id), waiting: counts.open };
    },
  },
};

test.each(Object.keys(queues) as (keyof typeof queues)[])(
  'shows and counts in %s what members of the operator’s languages wait for',
  async (name) => {
    const { add, read } = queues[name];
    const roles: Role[] = ['moderator', 'support'];
    const [german, all] = [await operatorOf(roles, ['de', 'fr']), await operatorOf(['auditor'], [])];
    const before = (await read(german)).waiting;
    const [mine, theirs] = [await add('de'), await add('pl')];
    const seen = await read(german);
    expect(seen.ids).toContain(mine);
    expect(seen.ids).not.toContain(theirs);
    expect(seen.waiting).toBe(before + 1);
    expect((await german.must('adminTasks'))[name]).toBe(before + 1);
    if (name !== 'support') expect((await read(all)).ids).toEqual(expect.arrayContaining([mine, theirs]));
    const other = await operatorOf(roles, ['pl']);
    expect((await read(other)).ids).toContain(theirs);
  },
);

test('shows urgent reports and texts of suspected minors to operators of every language', async () => {
  const german = await operatorOf(['moderator'], ['de']);
  const urgent = [
    await queues.complaints.add('pl', 'underage'),
    await queues.complaints.add('pl', 'illegal_content'),
  ];
  const minor = await queues.texts.add('pl', 'minor');
  const calm = await queues.complaints.add('pl');
  const { ids } = await queues.complaints.read(german);
  expect(ids).toEqual(expect.arrayContaining(urgent));
  expect(ids).not.toContain(calm);
  expect((await queues.texts.read(german)).ids).toContain(minor);
  const tasks = await german.must('adminTasks');
  expect(tasks.complaints_urgent).toBe((await owner.must('adminTasks')).complaints_urgent);
});

test('shows a report in the language of its writer or of the member whom it is about, or of neither known', async () => {
  const german = await operatorOf(['moderator'], ['de']);
  const report = async (locale: Locale | null, about: Locale | null) =>
    idOf(sql`insert into complaints (profile_id, category, body, locale) values
      (${about && (await plant(site, { language: about }))}, 'fake_profile', 'x', ${locale}) returning id`);
  const shown = [await report('de', 'pl'), await report('pl', 'de'), await report(null, null)];
  const hidden = [await report('pl', 'pl'), await report('pl', null)];
  const { ids } = await queues.complaints.read(german);
  expect(ids).toEqual(expect.arrayContaining(shown));
  for (const id of hidden) expect(ids).not.toContain(id);
});

test('shows a thread of support in another language to the operator to whom it was given', async () => {
  const german = await operatorOf(['support'], ['de']);
  const polish = await queues.support.add('pl');
  await sql`update support_threads set assigned_to = ${german.memberId} where id = ${polish}`.execute(
    site.db,
  );
  const { threads, counts } = await german.must('adminSupport', { query: { box: 'mine' } });
  expect([threads.map(({ id }) => id), counts.mine]).toEqual([[polish], 1]);
});

test('shows, counts and assigns at the desk what members of the writer’s languages wrote', async () => {
  const writer = await operatorOf(['writer'], ['de']);
  const wait = async (language: Locale) =>
    writeToProfile(await plantWithBrowser(site, { language }), await plant(site, { kind: 'fictional' }));
  await sql`delete from unanswered`.execute(site.db);
  const [german, polish] = [await wait('de'), await wait('pl')];
  const desk = await writer.must('desk', { query: {} });
  expect(desk.conversations.map(({ conversation }) => conversation)).toEqual([german]);
  expect((await writer.must('adminTasks')).desk).toBe(1);
  expect([desk.waiting, desk.filters.languages, desk.languages]).toEqual([1, ['de'], ['de']]);
  expect((await writer.must('deskPresence', { body: { on: true } })).assigned).toEqual([german]);
  expect((await writer.must('deskNext', { body: { after: german } })).conversation).toBeNull();
  await owner.must('changeOperator', { body: { id: writer.memberId, roles: ['writer'], languages: [] } });
  expect((await writer.must('deskNext', { body: { after: german } })).conversation).toBe(polish);
});

test('opens at the desk what is in the writer’s languages or was given to them, and everything for supervisors', async () => {
  const [writer, lead] = [await operatorOf(['writer'], ['de']), await operatorOf(['supervisor'], ['de'])];
  const wait = async (language: Locale) =>
    writeToProfile(await plantWithBrowser(site, { language }), await plant(site, { kind: 'fictional' }));
  const [german, polish] = [await wait('de'), await wait('pl')];
  const statuses = async (operator: Client, conversation: number) => {
    const report = { client_id: randomUUID(), reason: 'distress', text: 'In debt' } as const;
    return [
      (await operator.call('deskThread', { query: { conversation } })).status,
      (await operator.call('deskReport', { body: { conversation, ...report } })).status,
      (await operator.call('deskClaim', { body: { conversation, takeover: true } })).status,
    ];
  };
  expect(await statuses(writer, german)).toEqual([200, 200, 200]);
  expect(await statuses(writer, polish)).toEqual([404, 404, 404]);
  expect(await statuses(lead, polish)).toEqual([200, 200, 200]);
  await lead.must('deskHandOver', { body: { conversation: polish, to: writer.memberId } });
  expect(await statuses(writer, polish)).toEqual([200, 200, 200]);
  await writer.must('deskRelease', { body: { conversation: polish } });
  expect(await statuses(writer, polish)).toEqual([404, 404, 404]);
});

test('shows a writer the pictures of conversations that they may open', async () => {
  const [writer, lead] = [await operatorOf(['writer'], ['de']), await operatorOf(['supervisor'], ['de'])];
  const addressIn = async (language: Locale) => {
    const sender = await plantWithBrowser(site, { language });
    const conversation = await writeToProfile(sender, await plant(site, { kind: 'fictional' }));
    const { id: photo } = await sender.must('addPhoto', {
      file: { content: await picture().jpeg().toBuffer() },
    });
    const image = await idOf(sql`
      with image as (
        insert into chat_images (member_id, client_id, storage_key, width, height, fingerprint, intimate, status)
        select ${sender.memberId}, ${randomUUID()}, storage_key, 100, 100, 0, false, 'active' from photos where id = ${photo} returning id)
      update messages set kind = 'image', image_id = image.id from image
      where conversation_id = ${conversation} returning image.id`);
    return site.app.parts.chatImages.of(image).filename;
  };
  const [german, polish] = [await addressIn('de'), await addressIn('pl')];
  const statusOf = async (operator: Client, address: string) =>
    (await operator.request('GET', address)).status;
  expect([await statusOf(writer, german), await statusOf(writer, polish)]).toEqual([200, 404]);
  expect(await statusOf(lead, polish)).toBe(200);
});

test('keeps languages as one fact for the staff form and the desk, and supervisors away from other work', async () => {
  const lead = await operatorOf(['supervisor'], []);
  const [writer, both] = [
    await operatorOf(['writer'], ['de']),
    await operatorOf(['writer', 'moderator'], ['de']),
  ];
  const languagesOf = async (id: number) => [
    (await owner.must('adminOperators')).operators.find((each) => each.id === id)?.languages,
    (await lead.must('deskBoard')).writers.find((each) => each.id === id)?.languages,
  ];
  expect(await languagesOf(writer.memberId)).toEqual([['de'], ['de']]);
  const change = async (id: number, languages: Locale[]) =>
    (await lead.call('changeDeskWriter', { body: { writer: id, capacity: 2, languages, profiles: [] } })).body
      .error;
  expect(await change(writer.memberId, ['nl', 'fr'])).toBeUndefined();
  expect(await languagesOf(writer.memberId)).toEqual([
    ['fr', 'nl'],
    ['fr', 'nl'],
  ]);
  expect((await writer.must('adminRoles')).own_languages).toEqual(['fr', 'nl']);
  expect(await change(both.memberId, ['nl'])).toBe('role_required');
  expect(await change(both.memberId, ['de'])).toBeUndefined();
  expect(await languagesOf(both.memberId)).toEqual([['de'], ['de']]);
});

test('records languages, keeps them with other changes, and gives tokens the same', async () => {
  const moderator = await operatorOf(['moderator'], ['de']);
  const { token } = await moderator.must('addAdminToken', {
    body: { name: 'queue', days: 30, scopes: ['admin:decisions'] },
  });
  const [german, polish] = [await queues.complaints.add('de'), await queues.complaints.add('pl')];
  const read = async () =>
    (
      await site.visitor().must('adminComplaints', { headers: { authorization: `Bearer ${token}` } })
    ).complaints.map(({ id }) => id);
  expect(await read()).toContain(german);
  expect(await read()).not.toContain(polish);
  await owner.must('changeOperator', { body: { id: moderator.memberId, roles: ['moderator', 'support'] } });
  expect((await moderator.must('adminRoles')).own_languages).toEqual(['de']);
  await owner.must('changeOperator', {
    body: { id: moderator.memberId, roles: ['moderator'], languages: ['pl', 'pl'] },
  });
  expect(await read()).toContain(polish);
  const { lines } = await owner.must('adminAudit', {
    query: { act: 'operator.roles', member: moderator.memberId },
  });
  expect(JSON.parse(lines[0]!.details)).toMatchObject({
    languages_before: ['de'],
    languages_after: ['pl', 'pl'],
  });
  const email = `${randomUUID()}@example.test`;
  const { id } = await owner.must('inviteOperator', {
    body: { email, name: 'Olga', roles: ['support'], languages: ['nl'] },
  });
  expect((await owner.must('adminOperators')).operators.find((each) => each.id === id)?.languages).toEqual([
    'nl',
  ]);
});
