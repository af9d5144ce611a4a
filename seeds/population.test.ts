import { expect, test } from 'vitest';
import { countries, countryCodes } from '#contract/lists/countries.ts';
import { locales } from '#contract/lists/locales.ts';
import { isRegion } from '#contract/lists/regions.ts';
import { interests } from '#contract/profile-fields.ts';
import { checkName } from '#contract/rules/account-rules.ts';
import { NEW_DAYS, ONLINE_MINUTES } from '#server/profiles/index.ts';
import { population } from './population.ts';
import { faces, facesFor } from './portraits.ts';
import { compatible, drawConversations, drawLikes } from './society.ts';
import { texts, voiced } from './texts.ts';

const people = population(500);

test('makes the requested number of members, identical every time, all aged 18 to 75', () => {
  expect(people).toHaveLength(500);
  expect(population(500)).toEqual(people);
  for (const { age } of people) expect(age >= 18 && age <= 75).toBe(true);
  expect(population(3).map(({ name }) => name)).toEqual(['Anna', 'Bram', 'Sofie']);
});

test('covers every country, gender, sexuality and language, with most members in the Netherlands', () => {
  const of = (code: string) => people.filter(({ country }) => country === code).length;
  for (const code of countryCodes) expect(of(code), code).toBeGreaterThanOrEqual(2);
  for (const code of countryCodes) expect(of('NL')).toBeGreaterThanOrEqual(of(code));
  expect(new Set(people.map(({ gender, facts }) => `${gender} ${facts.sexuality}`)).size).toBe(6);
  expect(new Set(people.map(({ language }) => language))).toEqual(
    new Set(countryCodes.map((code) => countries[code].language)),
  );
});

test('uses only places, names and interests that the site accepts', () => {
  for (const person of people) {
    expect(isRegion(person.country, person.region), `${person.region}, ${person.country}`).toBe(true);
    expect(checkName(person.name)).toBeNull();
    for (const interest of person.interests) expect(interests).toContain(interest);
    expect(new Set(person.interests).size).toBe(person.interests.length);
  }
});

test('matches portraits to gender and age, without bearded women', () => {
  const byId = new Map(faces.map((face) => [face.id, face]));
  for (const person of people) {
    const face = byId.get(person.faceId)!;
    expect(face.gender).toBe(person.gender);
    expect(person.age >= face.ages[0] && person.age <= face.ages[1]).toBe(true);
    expect(person.facts.hair_color).toBe(face.hairColor);
    if (face.gender === 'female') expect(face.beard).toBe(0);
  }
  for (const gender of ['male', 'female'] as const)
    for (let age = 18; age <= 75; age++) expect(facesFor(gender, age).length).toBeGreaterThan(3);
});

test('has over two dozen different profile texts for each language, with gendered forms resolved', () => {
  for (const language of locales) {
    const { openings, seeking, days } = texts[language];
    expect(openings.length * seeking.length * Object.keys(days).length, language).toBeGreaterThan(25);
  }
  for (const { about } of people) expect(about).not.toMatch(/[{}|]/);
  expect(voiced('{prêt|prête} !', 'female')).toBe('prête !');
});

test('makes about one in ten new, and varies the times of the last visit', () => {
  const share = (holds: (person: (typeof people)[number]) => boolean) =>
    people.filter(holds).length / people.length;
  expect(share(({ signupDaysAgo }) => signupDaysAgo < NEW_DAYS)).toBeGreaterThan(0.05);
  expect(share(({ signupDaysAgo }) => signupDaysAgo < NEW_DAYS)).toBeLessThan(0.13);
  const online = share(({ activeMinutesAgo }) => activeMinutesAgo <= ONLINE_MINUTES);
  const today = share(({ activeMinutesAgo }) => activeMinutesAgo <= 1440) - online;
  const thisWeek = share(({ activeMinutesAgo }) => activeMinutesAgo <= 7 * 1440) - today - online;
  for (const part of [online, today, thisWeek, 1 - online - today - thisWeek])
    expect(part).toBeGreaterThan(0.08);
});

test('never lets fictional and cam profiles like or write, and only lets compatible members like each other', () => {
  const likes = drawLikes(people);
  for (const { liker, liked } of likes) {
    expect(people[liker]!.kind).toBe('member');
    expect(people[liker]!.confirmed).toBe(true);
    expect(compatible(people[liker]!, people[liked]!) || people[liker]!.login === 'anna').toBe(true);
  }
  for (const { lines } of drawConversations(people, likes))
    for (const { by } of lines) expect(people[by]!.kind).toBe('member');
});
