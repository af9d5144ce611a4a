import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { moduleWeights } from './scripts/build/module-weights.ts';
import { narrow } from './scripts/build/narrow.ts';
import { sheetOrder } from './scripts/build/sheet-order.ts';
import { slimContract } from './scripts/build/slim-contract.ts';

/**
 * Loaded by nearly every page: one chunk and one style sheet, which compress by half better than forty small ones. Never
 * the entry: it starts the app when it is loaded, and screens load this chunk before there is anything to start.
 */
const shell =
  /web\/(layout\/(?!landing-page|empty)|session\/(?!spending|new-password|read-signup-intent)|i18n\/(?!.*server)|place\/country-of-visitor|errors\/error-page\.|likes\/(?:news(-slot)?|liked-cards)\.|theme\/accents|credits\/(countdown|orders\/arrivals|offers\/use-time-bonus)|chat\/outbox\/unsent-db|ui\/(button|badge|menu|page|avatar|alert|portrait-card|toasts|loading-bar|skeleton|empty-state|modal|stressed)\b)|rolldown-runtime/;

/** Icons of a conversation that other screens show too: a chunk for each would weigh three times what they do together. */
const icons =
  /icons-react\/dist\/esm\/icons\/Icon(Ban|Check|Checks|Clock|Dots|Flag|Gift|Lock|Refresh|Send2|ShieldCheck|Trash)\./;

/** Needed by every page and changed by upgrades only: stays in browsers' caches through our own deploys. */
const framework =
  /node_modules\/(?:(?:react|react-dom|scheduler|react-router|@tanstack\/(?:react-query|query-core)|use-sync-external-store|clsx)\/)/;

export default defineConfig(({ command }) => ({
  publicDir: 'web/public',
  plugins: [slimContract(), narrow, reactRouter(), sheetOrder, moduleWeights()],
  // Built whole: React's production build renders whatever NODE_ENV says, and the server reads one file at start instead of thousands.
  ssr: {
    noExternal: command === 'build' ? true : ['@tabler/icons-react'],
  },
  // Found and bundled before the first page is served in development, so that no page reloads half-way.
  optimizeDeps: { entries: ['{web,office}/**/*.{ts,tsx}'] },
  build: {
    // The assets of the build before stay served, so that a page opened before a deploy still works (finish-assets.ts).
    emptyOutDir: false,
    assetsInlineLimit: 1024,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
  },
  environments: {
    ssr: {
      build: { emptyOutDir: true },
      ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
    },
    client: {
      build: {
        rolldownOptions: {
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
