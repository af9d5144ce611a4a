import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { hoverWherePossible } from './scripts/build/hover-where-possible.ts';
import { iconModules } from './scripts/build/icon-modules.ts';
import { moduleWeights } from './scripts/build/module-weights.ts';
import { narrow } from './scripts/build/narrow.ts';
import { routeTable } from './scripts/build/route-table.ts';
import { shortClassName } from './scripts/build/short-class-name.ts';
import { slimContract } from './scripts/build/slim-contract.ts';

/**
 * Code that nearly every page loads: one chunk and one style sheet, because forty small ones compress half as
 * well. Groups take what their modules import with them, so modules that several groups import are named here. It excludes the entry: loading the entry starts the app, and screens load this chunk before there is
 * anything to start.
 */
const shell =
  /web\/(router\/(?!route-table|routes)|layout\/(?!landing-page|empty|default|chat|footer|signup-slot|site-entry-warning)|session\/(?!spending|new-password|read-signup-intent|offline-store|unsent-db|passkey|add-passkey|forget-on-device)|i18n\/(?!.*server|fact-words)|errors\/error-page\.|likes\/(?:news(-slot)?|liked-cards)\.|theme\/(?:accents|(?:tokens|fonts|base)\.css$)|credits\/(countdown|orders\/arrivals|offers\/use-time-bonus)|members\/warnings-header|messages\/load-failed|ui\/(button|badge|menu|page|avatar|alert|portrait\/kind-label|toasts|loading-bar|skeleton|empty-state|round-icon|icon|on-demand)\b)|contract\/(?:membership\/name-and-age|rules\/chat-rules)|rolldown-runtime/;

/**
 * Icons that conversations and other screens share. Separate chunks would be three times as large in total.
 */
const icons =
  /virtual:icon\/outline\/(arrow-back-up|ban|check|checks|clock|dots|flag|gift|lock|microphone|mood-smile|photo|refresh|send-2|shield-check|trash)$/;

/** Every page needs these, and only upgrades change them, so browsers keep them cached across deployments. */
const framework =
  /node_modules\/(?:(?:react|react-dom|scheduler|@tanstack\/(?:react-query|query-core)|use-sync-external-store|clsx)\/)/;

/** What stands around the screens of visitors, and of members outside of chats. */
const surroundings = /web\/layout\/(?:footer|signup-slot|site-entry-warning)\./;

/** The queue of unsent messages, which screens about payments use too. */
const outbox = /web\/chat\/(?:outbox\/outbox|chat-query)\./;

/** The list of conversations and an open one, which wide screens show beside each other. */
const chats = /web\/chat\/(?:(?:list\/conversation-list|conversation-view|last-opened)\.|frame\.module)/;

/** The files of these chunks, which no screen has to preload. */
const onEveryPage = /assets\/(?:framework|shell|rolldown-runtime)-[^/]*$/;

/** BUILD_DIR lets a second build exist beside the first, for tests and for two people working in one folder. */
const buildDir = process.env['BUILD_DIR'] ?? 'build';

export default defineConfig(({ command }) => ({
  appType: 'custom',
  builder: {},
  publicDir: 'web/public',
  css: { postcss: { plugins: [hoverWherePossible] }, modules: { generateScopedName: shortClassName } },
  plugins: [slimContract(), iconModules(), routeTable(), narrow, react(), moduleWeights()],
  // Bundles all packages, so that React's production build is used whatever NODE_ENV says, and the server
  // reads one file at start instead of thousands.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
  // In development, dependencies are found and bundled before the first page is served, so that no page
  // reloads while it is loading. Packages that only tests import may be missing.
  optimizeDeps: { entries: ['{web,office}/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}'] },
  build: {
    // Keeps the assets of the previous build, so that a page opened before a deployment still works
    // (finish-assets.ts).
    emptyOutDir: false,
    assetsInlineLimit: 1024,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    // Every page has these already.
    modulePreload: {
      resolveDependencies: (_, files) => files.filter((file) => !onEveryPage.test(file)),
    },
  },
  environments: {
    ssr: {
      build: {
        outDir: `${buildDir}/server`,
        emptyOutDir: true,
        ssrEmitAssets: true,
        rolldownOptions: {
          input: { index: 'web/entry.server.tsx' },
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      },
      ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
    },
    client: {
      build: {
        outDir: `${buildDir}/client`,
        manifest: true,
        rolldownOptions: {
          input: 'web/entry.client.tsx',
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework, priority: 4 },
                { name: 'shell', test: new RegExp(`${shell.source}|${icons.source}`), priority: 3 },
                { name: 'surroundings', test: surroundings, priority: 2 },
                { name: 'outbox', test: outbox, priority: 2 },
                { name: 'chats', test: chats, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
}));
