import type { Config } from '@react-router/dev/config';
import { finishAssets } from './scripts/build/finish-assets.ts';

export default {
  appDirectory: 'web',
  // BUILD_DIR lets a second build exist beside the first, for tests and for two people working in one folder.
  buildDirectory: process.env['BUILD_DIR'] ?? 'build',
  // One immutable, cached manifest contains the whole route table, so links need no discovery requests.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: true,
  buildEnd: ({ reactRouterConfig }) =>
    finishAssets(`${reactRouterConfig.buildDirectory}/client`, performance.timeOrigin),
} satisfies Config;
