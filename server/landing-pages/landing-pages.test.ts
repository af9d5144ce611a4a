import { expect, test } from 'vitest';
import { landingDesignNames } from '#contract/lists/landing-designs.ts';
import { locales } from '#contract/lists/locales.ts';
import { nichePrefixes } from '#contract/rules/landing-rules.ts';
import { testApp } from '#support/app.ts';
import { setSettings } from '#support/members.ts';
import { dropSlug } from './drop-slug.ts';
import { townsMap } from './towns-map.ts';
import { writeSlug } from './write-slug.ts';

const app = testApp();

const landing = (query: object) =>
  app.visitor().must('landing', { query: { lander: 'gallery', language: 'en', ...query } as never });

test('has two slugs for each niche in every language, and a default for unknown ones', async () => {
  for (const [place, prefix] of nichePrefixes.entries()) {
    await setSettings(app, { niche: place + 1 });
    const own = (number: number) => (prefix ? `${prefix}-${number}` : String(number));
    for (const language of locales) {
      const [first, second, unknown, nonsense] = await Promise.all(
        [undefined, '2', '999', 'x-y-z'].map((slug) => landing({ language, ...(slug && { slug }) })),
      );
      expect([first!.slug, second!.slug, unknown!.slug, nonsense!.slug]).toEqual([
        own(1),
        own(2),
        own(1),
        own(1),
      ]);
      expect(first!.niche).toBe(place + 1);
      expect(second!.headline).not.toBe(first!.headline);
    }
  }
  await setSettings(app, { niche: 1 });
  expect(await landing({ slug: 'milf-9' })).toMatchObject({ slug: 'milf-1', niche: 6 });
});

test('lets an operator add a slug, change a default one and revert both without code', async () => {
  const words = { headline: 'Mine', lead: 'Own words', button: 'Go' };
  await writeSlug(app.db, { host: '*', slug: '7', language: 'en', ...words, imagery: 'sea', offer: 'none' });
  expect(await landing({ slug: '7' })).toMatchObject({ slug: '7', ...words, imagery: 'sea', offer: 'none' });
  expect((await landing({ slug: '7', language: 'de' })).slug).toBe('1');
  await writeSlug(app.db, { host: '*', slug: '1', language: 'en', ...words, imagery: null, offer: null });
  await writeSlug(app.db, {
    host: '*',
    slug: '1',
    language: 'en',
    ...words,
    headline: 'Again',
    imagery: null,
    offer: null,
  });
  expect(await landing({})).toMatchObject({ headline: 'Again', imagery: 'rose', offer: 'messages' });
  for (const slug of ['1', '7'])
    expect((await dropSlug(app.db, { host: '*', slug, language: 'en' })).dropped).toBe(true);
  expect((await landing({})).headline).toContain('<em>');
});

test('shows only a member who consented and is visible to visitors', async () => {
  const member = await app.as('shown', { name: 'Shown' });
  const shown = async () =>
    (await landing({ lander: 'landing', profile: member.memberId })).profile?.name ?? null;
  expect(await shown()).toBeNull();
  expect((await member.must('user')).show_on_landing_pages).toBe(false);
  await member.must('changeProfile', { body: { show_on_landing_pages: true } });
  expect(await shown()).toBe('Shown');
  expect((await member.must('user')).show_on_landing_pages).toBe(true);
  await member.must('changeUser', { body: { invisible: true } });
  expect(await shown()).toBeNull();
  await member.must('changeUser', { body: { invisible: false } });
  await setSettings(app, { logged_out_search: false });
  expect(await shown()).toBeNull();
  await setSettings(app, { logged_out_search: true });
  expect(await shown()).toBe('Shown');
  expect((await landing({ profile: 999_999 })).profile).toBeNull();
});

test('draws a country by its towns without overlapping names', () => {
  for (const country of ['NL', 'DE', 'US', 'PL', 'NO']) {
    const { width, height, towns, dots } = townsMap(country);
    expect(dots.some(({ path }) => path.length > 200)).toBe(true);
    expect(towns.length).toBeGreaterThan(3);
    for (const { x, y } of towns) expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
    for (const a of towns)
      for (const b of towns)
        if (a !== b) expect(Math.abs(a.x - b.x) >= 165 || Math.abs(a.y - b.y) >= 34).toBe(true);
  }
  expect(townsMap('XX').country).toBe('NL');
});

test('has an Open Graph image for every design and slug, in the requested language', async () => {
  const get = (path: string) => app.visitor().request('GET', path);
  for (const path of [
    `/og/${landingDesignNames[5]}/1.png?l=en`,
    '/og/site/1.png',
    '/og/gallery/bdsm-2.png?l=xx',
  ]) {
    const answer = await get(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
  }
  for (const path of ['/og/nothing/1.png', '/og/gallery/1.jpg']) expect((await get(path)).status).toBe(404);
});
