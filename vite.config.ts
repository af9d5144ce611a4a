import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { hoverWherePossible } from './scripts/build/hover-where-possible.ts';
import { iconModules } from './scripts/build/icon-modules.ts';
import { moduleWeights } from './scripts/build/module-weights.ts';
import { narrow } from './scripts/build/narrow.ts';
import { routeTable } from './scripts/build/route-table.ts';
import { slimContract } from './scripts/build/slim-contract.ts';

/**
 * Code that nearly every page loads: one chunk and one style sheet, because forty small ones compress half as
 * well. It excludes the entry: loading the entry starts the app, and screens load this chunk before there is
 * anything to start.
 */
const shell =
  /web\/(router|layout\/(?!landing-page|empty)|session\/(?!spending|new-password|read-signup-intent|offline-store|unsent-db|passkey|add-passkey)|i18n\/(?!.*server|fact-words)|place\/country-of-visitor|errors\/error-page\.|likes\/(?:news(-slot)?|liked-cards)\.|theme\/(?:accents|(?:tokens|fonts|base)\.css$)|credits\/(countdown|orders\/arrivals|offers\/use-time-bonus)|ui\/(button|badge|menu|page|avatar|alert|portrait\/(?:portrait-card|kind-label)|toasts|loading-bar|skeleton|empty-state|round-icon|icon|modal)\b)|rolldown-runtime/;

/**
 * Icons that conversations and other screens share. Separate chunks would be three times as large in total.
 */
const icons =
  /virtual:icon\/outline\/(ban|check|checks|clock|dots|flag|gift|lock|refresh|send-2|shield-check|trash)$/;

/** Every page needs these, and only upgrades change them, so browsers keep them cached across deployments. */
const framework =
  /node_modules\/(?:(?:react|react-dom|scheduler|react-router|@tanstack\/(?:react-query|query-core)|use-sync-external-store|clsx)\/)/;

/** The files of these chunks, which no screen has to preload. */
const onEveryPage = /assets\/(?:framework|shell|rolldown-runtime)-[^/]*$/;

/** BUILD_DIR lets a second build exist beside the first, for tests and for two people working in one folder. */
const buildDir = process.env['BUILD_DIR'] ?? 'build';

export default defineConfig(({ command }) => ({
  appType: 'custom',
  builder: {},
  publicDir: 'web/public',
  css: { postcss: { plugins: [hoverWherePossible] } },
  plugins: [slimContract(), iconModules(), routeTable(), narrow, react(), moduleWeights()],
  // Bundles all packages, so that React's production build is used whatever NODE_ENV says, and the server
  // reads one file at start instead of thousands.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
  // In development, dependencies are found and bundled before the first page is served, so that no page
  // reloads while it is loading.
  optimizeDeps: { entries: ['{web,office}/**/*.{ts,tsx}'] },
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
          // The server reads one file at start instead of hundreds.
          output: { codeSplitting: false },
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
                { name: 'framework', test: framework, priority: 2 },
                { name: 'shell', test: new RegExp(`${shell.source}|${icons.source}`), priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
}));
