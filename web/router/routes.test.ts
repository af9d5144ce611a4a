import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { routes } from '#web/routes.ts';
import { matchesOf, type Route } from './routes.ts';

const table = [...routes.site, ...routes.office] as unknown as Route[];

function* pathsIn(all: readonly Route[]): Generator<string> {
  for (const { path, index, children } of all) {
    if (index) yield '/';
    if (path !== undefined) yield `/${path.replaceAll(/:\w+/g, '7').replace(/\?$/, '')}`;
    if (children) yield* pathsIn(children);
  }
}

test('finds the same routes as all of them would', () => {
  const paths = [...pathsIn(table)];
  expect(paths.length).toBeGreaterThan(100);
  const variants = ['/credits', '/Members/5', '/%6Dembers/5', '/nowhere', '/no/such/page', '/admin/nothing'];
  for (const pathname of [...paths, ...variants, ...paths.map((path) => `${path}/`)]) {
    const all = matchRoutes(table as never, { pathname }) as { route: Route; params: object }[] | null;
    expect(
      matchesOf(table, pathname).map(({ route, params }) => [route.id, params]),
      pathname,
    ).toEqual(all?.map(({ route, params }) => [route.id, params]));
  }
});
