import { expect, test } from 'vitest';
import { createPageCache, type PublicPage } from './page-cache.ts';

const page = (text: string, people: Partial<PublicPage['people']> = {}): PublicPage => ({
  headers: { 'content-type': 'text/html' },
  html: Buffer.from(text),
  people: { host: 'liaison.test', ids: [], standing: '', ...people },
});
const textOf = async (kept: { body(encoding: 'identity'): Promise<Buffer> | Buffer } | null) =>
  kept && (await kept.body('identity')).toString();

test('renders a page once for simultaneous requests, and serves later ones from the cache', async () => {
  const cache = createPageCache(async () => '');
  let made = 0;
  const make = async () => page(`made ${++made}`);
  const all = await Promise.all([cache.make('/', make), cache.make('/', make), cache.make('/other', make)]);
  expect(await Promise.all(all.map(textOf))).toEqual(['made 1', 'made 1', 'made 2']);
  expect(await textOf(await cache.find('/'))).toBe('made 1');
  expect(await cache.find('/third')).toBe(null);
  expect(all[0]!.etag).toBe(all[1]!.etag);
  expect(all[0]!.etag).not.toBe(all[2]!.etag);
});

test('does not cache a page that changed while it was rendered', async () => {
  const cache = createPageCache(async () => '');
  let finish = () => {};
  const slow = cache.make('/', () => new Promise((resolve) => (finish = () => resolve(page('old')))));
  cache.forget();
  // Requests after the change do not wait for the old rendering.
  expect(await textOf(await cache.make('/', async () => page('new')))).toBe('new');
  finish();
  expect(await textOf(await slow)).toBe('old');
  expect(await textOf(await cache.find('/'))).toBe('new');
});

test('checks the members of a page for each request, and drops the page when one of them changes', async () => {
  let standing = '7:1';
  const cache = createPageCache(async () => standing);
  await cache.make('/', async () => page('with seven', { ids: [7], standing }));
  expect(await textOf(await cache.find('/'))).toBe('with seven');
  standing = '';
  expect(await cache.find('/')).toBe(null);
  standing = '7:1';
  expect(await cache.find('/')).toBe(null);
});

test('runs at most two queries at a time, each shared by the requests that arrived before it started', async () => {
  const open: ((standing: string) => void)[] = [];
  const cache = createPageCache(() => new Promise((resolve) => open.push(resolve)));
  await cache.make('/', async () => page('with seven', { ids: [7], standing: '7:1' }));
  const first = [cache.find('/'), cache.find('/')];
  expect(open.length).toBe(0);
  await expect.poll(() => open.length).toBe(1);
  const second = [cache.find('/'), cache.find('/')];
  await expect.poll(() => open.length).toBe(2);
  // With two queries running, further requests wait for one of them.
  const later = [cache.find('/'), cache.find('/'), cache.find('/')];
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(open.length).toBe(2);
  // The member hides. The running queries may still return the old state, but only to the requests that preceded
  // the change.
  open[1]!('7:1');
  for (const found of second) expect(await textOf(await found)).toBe('with seven');
  await expect.poll(() => open.length).toBe(3);
  open[0]!('7:1');
  for (const found of first) expect(await textOf(await found)).toBe('with seven');
  open[2]!('');
  expect(await Promise.all(later)).toEqual([null, null, null]);
  expect(open.length).toBe(3);
});

test('serves no page when the query fails, and queries again for the next request', async () => {
  let fails = true;
  const cache = createPageCache(async () => {
    if (fails) throw new Error('the database is unavailable');
    return '7:1';
  });
  await cache.make('/', async () => page('with seven', { ids: [7], standing: '7:1' }));
  await expect(cache.find('/')).rejects.toThrow('unavailable');
  fails = false;
  expect(await textOf(await cache.find('/'))).toBe('with seven');
});

test('remembers an uncacheable page, so that requests do not wait for one rendering', async () => {
  const cache = createPageCache(async () => '');
  expect(cache.keeps('/login')).toBe(true);
  expect(await cache.make('/login', async () => null)).toBe(null);
  expect(cache.keeps('/login')).toBe(false);
  cache.forget();
  expect(cache.keeps('/login')).toBe(true);
});
