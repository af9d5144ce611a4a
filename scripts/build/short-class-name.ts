import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/**
 * The class name of a CSS module's rule. All names of a file end alike, because whatever differs between them hardly
 * compresses: Vite's own names add a line number to each, half a kilobyte on a page.
 */
export function shortClassName(name: string, file: string): string {
  const [path = ''] = relative(process.cwd(), file).split('?');
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 5)}`;
}
