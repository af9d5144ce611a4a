import { expect, test } from 'vitest';
import { testApp } from '#support/app.ts';

const app = testApp();
const titles = async (find: string, language: 'en' | 'de' | 'fi' = 'en') =>
  (await app.visitor().must('searchHelp', { query: { find, language } })).answers.map(({ title }) => title);

test('finds answers by words in their titles and texts, whatever their endings', async () => {
  expect((await titles('Can I have my money back?'))[0]).toBe('Can I get my money back?');
  expect((await titles('confirming emails'))[0]).toBe('I did not get the confirmation email');
  expect(await titles('credits missing')).toContain('I paid, but my credits are missing');
  expect(await titles('xylophone')).toEqual([]);
});

test('lists the first questions, in the language of the page, when nothing is searched for', async () => {
  const [english, german] = [await titles(''), await titles('', 'de')];
  expect(english).toHaveLength(6);
  expect(german).toHaveLength(6);
  expect(german).not.toEqual(english);
});
