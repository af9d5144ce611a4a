import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBuilder } from 'vite';
import { finishAssets } from './finish-assets.ts';

// Builds the web app: its files for browsers, and the module that renders its pages on the server.

const builder = await createBuilder({ logLevel: 'warn' });
await builder.buildApp();
const folder = process.env['BUILD_DIR'] ?? 'build';
// Some files belong to pages that have no script of their own, such as the one shown offline.
await cp(join(folder, 'server', 'assets'), join(folder, 'client', 'assets'), {
  recursive: true,
  force: false,
});
await rm(join(folder, 'server', 'assets'), { recursive: true });
await finishAssets(join(folder, 'client'), performance.timeOrigin);
