import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importedSources } from './imported-sources.ts';
import type { SourceFile } from './unread-settings.ts';

const ROOT = join(import.meta.dirname, '../..');
const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};

/** Files that may import dev packages. Stricter than scripts/run.mjs: only developers' commands run these. */
const FOR_DEVELOPERS =
  /\.test\.tsx?$|^(?:tests|benches)\/|^scripts\/(?:checks|measure|test-run)\/|^scripts\/build\/pack-image\.ts$/;
/** Packages that the site imports although `npm start` does not install them. */
export function devPackageFaults({ path, text }: SourceFile): string[] {
  if (FOR_DEVELOPERS.test(path)) return [];
  return importedSources(text).flatMap(({ source, isOfTypes }) => {
    if (isOfTypes) return [];
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? '';
    return name in devDependencies
      ? [
          `imports ${name}, which \`npm start\` does not install: move it from devDependencies to dependencies.`,
        ]
      : [];
  });
}
