import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  detailFields,
  factFields,
  fieldsHiddenBy,
  hiddenFields,
  hideableCardFields,
  hideableFields,
  isStoredAs,
  profileFields,
  recordOf,
  traitFields,
  wordsOf,
  type FactField,
  type FactValue,
  type HideableField,
} from '#contract/profile-fields.ts';
import { testApp, type Client } from '#support/app.ts';
import { browserOf, plant, plantWithBrowser, setSettings } from '#support/members.ts';
import { viewerOf } from '../visibility/index.ts';
import { profileCard } from './cards.ts';

// Only its owner sees a field that the site hides, on every surface that shows profiles.

const app = testApp();
let viewer: Awaited<ReturnType<typeof plantWithBrowser>>;
let other: typeof viewer;

const answerOf = (field: FactField) => {
  if (isStoredAs(field, 'number')) return profileFields[field].range.least;
  const word = wordsOf(field).at(-1);
  return isStoredAs(field, 'words') ? [word] : word;
};

const values = {
  ...(recordOf(factFields, answerOf) as { [F in FactField]: FactValue<F> }),
  about: 'Sings',
  prompts: JSON.stringify([{ prompt: 'kiss', answer: 'a question' }]),
  interests: ['tea'],
};

const hideOnly = (field: HideableField) =>
  setSettings(app, {
    visible_profile_fields: fieldsHiddenBy.visible_profile_fields.filter((one) => one !== field),
    visible_profile_notes: fieldsHiddenBy.visible_profile_notes.filter((one) => one !== field),
  });

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

beforeAll(async () => {
  viewer = await plantWithBrowser(app, { gender: 'male', country: 'BE', premium: true });
  other = await plantWithBrowser(app, {
    country: 'IE',
    region: 'Leinster',
    city: 'Dublin',
    lat: 53,
    lon: -6,
  });
  await app.db.updateTable('profiles').set(values).where('id', '=', other.memberId).execute();
  const blocked = await plant(app, { country: 'IE', gender: 'male', region: 'Leinster', city: 'Dublin' });
  await viewer.must('block', { body: { profile: blocked } });
  await other.must('like', { body: { profile: viewer.memberId } });
  await other.must('send', { body: { profile: viewer.memberId, client_id: randomUUID(), text: 'Hi' } });
});

async function cardsOf(client: Client) {
  const id = other.memberId;
  const lists = {
    search: (await client.must('members', { query: { country: 'IE' } })).results,
    likes: (await client.must('likes')).liked_by,
    viewed: (await client.must('recentlyViewed')).profiles,
    chats: (await client.must('chats')).chats.map(({ profile }) => profile),
    chat: [(await client.must('chat', { query: { profile: id } })).profile],
    found: (await client.must('searchChats', { body: { text: 'Hi' } })).messages.map(
      ({ profile }) => profile,
    ),
    mail: [await profileCard(app.app, await viewerOf(app.app, viewer.memberId), id)],
  };
  return Object.entries(lists).map(([list, cards]) => [list, cards.find((card) => card?.id === id)] as const);
}

describe.each(hideableFields)('a site that hides %s', (field) => {
  beforeAll(() => hideOnly(field));

  test('omits it from the profile that another member opens', async () => {
    const profile = await viewer.must('member', { query: { id: other.memberId } });
    expect(isEmpty(profile[field])).toBe(true);
    for (const shown of hideableFields.filter((one) => one !== field))
      expect([shown, isEmpty(profile[shown])]).toEqual([shown, false]);
  });

  test('omits it from every card', async () => {
    for (const [list, card] of await cardsOf(viewer)) {
      expect(card, list).toBeDefined();
      for (const shown of hideableCardFields)
        expect([list, shown, card?.[shown] === null]).toEqual([list, shown, shown === field]);
      if (field === 'city') expect(card, list).not.toHaveProperty('within_km');
    }
  });

  test('does not search by it', async () => {
    const hidden = hiddenFields({
      visible_profile_fields: fieldsHiddenBy.visible_profile_fields.filter((one) => one !== field),
      visible_profile_notes: fieldsHiddenBy.visible_profile_notes.filter((one) => one !== field),
    });
    expect(hidden).toEqual([field]);
    for (const trait of traitFields) {
      // The other member does not have the first word of the list.
      const [word] = wordsOf(trait);
      const found = await viewer.must('members', { query: { country: 'IE', [trait]: word } });
      expect([trait, found.results.length]).toEqual([trait, trait === field ? 1 : 0]);
    }
  });

  test('omits it from the list of blocked members', async () => {
    const { profiles } = await viewer.must('blocks');
    expect(profiles).toHaveLength(1);
    for (const shown of hideableCardFields)
      expect([shown, profiles[0]?.[shown] === null]).toEqual([shown, shown === field]);
  });

  test('still shows it to its owner', async () => {
    const { profile } = await other.must('user');
    expect(isEmpty(profile[field])).toBe(false);
    const opened = await (
      await browserOf(app, other.memberId)
    ).must('member', { query: { id: other.memberId } });
    expect(opened[field]).toEqual(profile[field]);
  });
});

test('stores the bit of every word in the column that the search tests', async () => {
  const { rows } = await sql<{ looks: number; interest_bits: number }>`
    select looks, interest_bits from profiles where id = ${other.memberId}`.execute(app.db);
  expect(rows[0]?.looks).not.toBe(0);
  expect(rows[0]?.interest_bits).not.toBe(0);
});

describe.each(detailFields)('a member who hides %s', (field) => {
  beforeAll(async () => {
    await setSettings(app, {
      visible_profile_fields: fieldsHiddenBy.visible_profile_fields,
      visible_profile_notes: fieldsHiddenBy.visible_profile_notes,
    });
    await other.must('changeProfile', { body: { hidden_fields: [field] } });
  });

  test('keeps it from the profile that others open', async () => {
    const profile = await viewer.must('member', { query: { id: other.memberId } });
    for (const detail of detailFields)
      expect([detail, isEmpty(profile[detail])]).toEqual([detail, detail === field]);
    expect(profile).not.toHaveProperty('hidden_fields');
  });

  test('is not found by it', async () => {
    for (const trait of traitFields) {
      const query = { country: 'IE' as const, [trait]: wordsOf(trait).at(-1) ?? '' };
      const word = trait === 'interests' ? { interests: 'tea' } : {};
      const { results } = await viewer.must('members', { query: { ...query, ...word } });
      expect([trait, results.length]).toEqual([trait, trait === field ? 0 : 1]);
    }
  });

  test('still sees it', async () => {
    const { profile } = await other.must('user');
    expect(profile.hidden_fields).toEqual([field]);
    expect(isEmpty(profile[field])).toBe(false);
  });
});

test('suggests no opening line about interests that their owner hides', async () => {
  const linesAbout = async () =>
    (await viewer.must('icebreakers', { query: { profile: other.memberId } })).icebreakers.filter(
      ({ id }) => id === 'about.tea',
    );
  await other.must('changeProfile', { body: { hidden_fields: [] } });
  expect(await linesAbout()).toHaveLength(1);
  await other.must('changeProfile', { body: { hidden_fields: ['interests'] } });
  expect(await linesAbout()).toEqual([]);
});
