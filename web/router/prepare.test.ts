import { expect, test } from 'vitest';
import { prepare } from './prepare.ts';
import { redirect } from './redirect.ts';
import { matchesOf, type Route, type ScreenModule } from './routes.ts';

const screen = (load?: () => unknown): ScreenModule => ({ default: () => null, ...(load && { load }) });
const refusal = new Error('refused');
const fails = () => {
  throw refusal;
};

const prepared = (layout: ScreenModule, leaf: ScreenModule | Promise<ScreenModule>) => {
  const routes: Route[] = [
    { id: 'frame', open: () => layout, children: [{ id: 'leaf', path: 'a', open: () => leaf }] },
  ];
  return prepare({
    matches: matchesOf(routes, '/a'),
    needsData: () => true,
    loadData: async (load) => (load as () => unknown)(),
  });
};

test('returns the layouts and the screen, loaded', async () => {
  const { matches, failure } = (await prepared(screen(), screen())) as { matches: unknown[]; failure: null };
  expect([matches.length, failure]).toEqual([2, null]);
});

test('a redirect counts more than an error, and the deepest one most', async () => {
  const to = (path: string) =>
    screen(() => {
      throw redirect(path);
    });
  expect(await prepared(screen(fails), to('/login'))).toEqual({ redirect: '/login' });
  expect(await prepared(to('/outer'), to('/inner'))).toEqual({ redirect: '/inner' });
  expect(
    await prepared(
      screen(() => redirect('/returned')),
      screen(),
    ),
  ).toEqual({ redirect: '/returned' });
});

test('names the outermost match that failed', async () => {
  expect(await prepared(screen(), screen(fails))).toMatchObject({ failure: { at: 1, error: refusal } });
  expect(await prepared(screen(fails), screen(fails))).toMatchObject({ failure: { at: 0 } });
});

test('a module that cannot be loaded leaves the layouts around it', async () => {
  expect(await prepared(screen(), Promise.reject(refusal))).toMatchObject({
    matches: [{ route: { id: 'frame' } }],
    failure: { at: 1, error: refusal },
  });
});
