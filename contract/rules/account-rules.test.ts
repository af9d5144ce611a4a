import { expect, test } from 'vitest';
import { checkOfficialName } from '../word-patterns/official-names.ts';
import { ageOn, checkDateOfBirth, checkEmail, checkName, checkPassword } from './account-rules.ts';

test.each([
  'anna@example.com',
  'anna+tag@mail.example.co.uk',
  "o'brien@example.ie",
  'jürgen@müller.de',
  ' spaces@outside.nl ',
])('%s is an address', (email) => {
  expect(checkEmail(email)).toBeNull();
});

test.each([
  '',
  'anna',
  'anna@',
  '@example.com',
  'anna@example',
  'an na@example.com',
  'anna@@example.com',
  'anna@example..com',
  'anna@-example.com',
  'anna@example.c',
  'a@b.com\r\nBcc: x@y.z',
  `${'a'.repeat(65)}@example.com`,
])('%j is no address', (email) => {
  expect(checkEmail(email)).toBe('email_invalid');
});

test('rejects a username that is the e-mail address, starts with @ or has contact details', () => {
  expect(checkName('Anna@Example.com ', 'anna@example.com')).toBe('name_is_email');
  expect(checkName('@anna')).toBe('name_starts_with_at');
  expect(checkName(' ')).toBe('required');
  expect(checkName('A')).toBe('too_short');
  expect(checkName('A'.repeat(31))).toBe('too_long');
  for (const name of [
    'anna at mail@x.com',
    'www.anna',
    'call 0612345678',
    'anna.com',
    'bit . ly',
    'bit .ly',
    'anna. com',
    'www evil com',
    'An\u202ena',
    'Bob\r\nBcc',
    '<b>Anna',
    '=?utf-8?B?QW5uYQ?=',
    '!!!',
  ])
    expect(checkName(name), name).toBe('name_invalid');
  for (const name of [
    'Anna',
    'José María',
    'Żaneta',
    'Anna & Bo',
    'anna1990',
    'Übergröße',
    '王芳',
    'Dr. Anna',
    'Ma. de la Cruz',
    'mr. big',
  ])
    expect(checkName(name), name).toBeNull();
});

test('rejects a name that reads like the site or its staff', () => {
  for (const name of [
    'Liaison',
    'Liaison Support',
    'LÍAISON',
    'L1ai5on',
    'L i a i s o n',
    'Anna of Liaison',
    'Suppоrt',
    'Supp0rt',
    'S u p p o r t',
    'Admin',
    'Modérateur',
    'klantenservice Anna',
  ])
    expect(checkOfficialName(name, 'Liaison'), name).toBe('name_invalid');
  for (const name of ['Anna', 'Lia', 'Rosanna', 'Adminda', '王芳', 'Mod'])
    expect(checkOfficialName(name, 'Rosa'), name).toBeNull();
  expect(checkOfficialName('Big Love Anna', 'Big Love')).toBe('name_invalid');
  expect(checkOfficialName('Love Big', 'Big Love')).toBeNull();
});

test('rejects a date of birth that does not exist, is in the future or is of a minor', () => {
  const today = '2026-11-22';
  expect(checkDateOfBirth('', 18, today)).toBe('date_of_birth_required');
  for (const date of ['1990-02-30', '1990-13-01', '22-11-1990', '1990-1-1', 'x', '2027-01-01', '1890-01-01'])
    expect(checkDateOfBirth(date, 18, today), date).toBe('date_of_birth_invalid');
  expect(checkDateOfBirth('2008-11-23', 18, today)).toBe('too_young');
  expect(checkDateOfBirth('2008-11-22', 18, today)).toBeNull();
  expect(ageOn('2026-02-28', '2008-02-29')).toBe(17);
  expect(ageOn('2026-03-01', '2008-02-29')).toBe(18);
});

test('rejects a missing or short password', () => {
  expect(checkPassword('')).toBe('required');
  expect(checkPassword('a1b2c3d')).toBe('password_short');
  expect(checkPassword('a1b2c3d4')).toBeNull();
});
