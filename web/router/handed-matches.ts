import type { HandedMatch } from '#web/page/page.tsx';
import type { Match, ScreenModule } from './routes.ts';

export const handedOf = (matches: readonly Match[], modules: readonly string[]): HandedMatch[] =>
  matches.map(({ route: { id }, params, pathname, pathnameBase }, index) => ({
    id,
    module: modules[index] ?? '',
    params,
    pathname,
    pathnameBase,
  }));

export const matchOf = ({ id, module, ...match }: HandedMatch): Match => ({
  ...match,
  route: { id, open: () => import(/* @vite-ignore */ module) as Promise<ScreenModule> },
});
