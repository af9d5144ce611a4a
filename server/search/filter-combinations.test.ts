import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type Client } from '#support/app.ts';
import { plant, plantWithBrowser } from '#support/members.ts';
import { ids } from '#support/search-pages.ts';

// Searches share the text of their statement by the filters that they use. Each combination must find what its own
// filters describe, whatever was asked before.

interface Person {
  id: number;
  gender: 'female' | 'male';
  region: 'Skåne' | 'Uppsala';
  age: number;
  verified: boolean;
  /** Days since the last activity. */
  idle: number;
}

const app = testApp();
const people: Person[] = [];
let viewer: Client;
let blocked: number;

beforeAll(async () => {
  viewer = await plantWithBrowser(app, { gender: 'male', country: 'AT' });
  const thisYear = new Date().getUTCFullYear();
  for (let i = 0; i < 140; i++) {
    const person = {
      gender: i % 2 ? ('male' as const) : ('female' as const),
      region: i % 3 ? ('Skåne' as const) : ('Uppsala' as const),
      age: 22 + (i % 23),
      verified: i % 5 < 3,
      idle: i % 4,
    };
    const { gender, region, age, verified, idle } = person;
    const id = await plant(app, { gender, region, country: 'SE', date_of_birth: `${thisYear - age}-01-01` });
    await sql`update profiles set verified = ${verified}, active_on = app_now()::date - ${idle}::int where id = ${id}`.execute(
      app.db,
    );
    people.unshift({ ...person, id });
  }
  blocked = people.find(({ gender, age }) => gender === 'female' && age > 25 && age < 32)!.id;
  await viewer.must('block', { body: { profile: blocked } });
});

type Query = Record<string, unknown>;

const choices: Query[][] = [
  [{}, { region: 'Skåne' }, { region: 'Uppsala' }],
  [{}, { min_age: 24, max_age: 40 }, { min_age: 27, max_age: 43 }, { min_age: 28, max_age: 30 }],
  [{}, { verified: true }],
  [{}, { sort: 'active' }],
  [{}, { gender: 'female' }, { gender: 'male' }],
];

const queries = choices.reduce(
  (some, others) => some.flatMap((one) => others.map((other) => ({ ...one, ...other }))),
  [{ country: 'SE' }],
);

const found = (query: Query, isVisitor: boolean) =>
  people
    .filter(
      ({ id, gender, region, age, verified }) =>
        (query['region'] ?? region) === region &&
        (query['gender'] ?? gender) === gender &&
        age >= Number(query['min_age'] ?? 18) &&
        age <= Number(query['max_age'] ?? 120) &&
        (verified || !query['verified']) &&
        (isVisitor || id !== blocked),
    )
    .sort((a, b) => (query['sort'] === 'active' ? a.idle - b.idle : 0) || b.id - a.id)
    .map(({ id }) => id);

test('finds and counts what each combination of filters describes, for members and visitors', async () => {
  const visitor = app.visitor();
  // The second time, every text is known.
  for (const turn of [queries, queries.toReversed()])
    for (const query of turn)
      for (const client of [viewer, visitor]) {
        const { results, num_results, next } = await client.must('members', { query });
        const all = found(query, client === visitor);
        expect({ query, page: ids(results), num_results }).toEqual({
          query,
          page: all.slice(0, 24),
          num_results: all.length,
        });
        if (next !== null && client === viewer) {
          const second = await client.must('members', { query: { ...query, cursor: next } });
          expect({ query, page: ids(second.results) }).toEqual({ query, page: all.slice(24, 48) });
        }
      }
});
