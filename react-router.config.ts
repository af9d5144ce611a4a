import type { Config } from '@react-router/dev/config';
import { finishAssets } from './scripts/build/finish-assets.ts';

export default {
  appDirectory: 'web',
  // BUILD_DIR lets a second build stand beside the first (tests, two people in one tree).
  buildDirectory: process.env['BUILD_DIR'] ?? 'build',
  // The whole route table travels in one immutable, cached manifest: no discovery request per link.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: true,
  buildEnd: ({ reactRouterConfig }) => finishAssets(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config;
