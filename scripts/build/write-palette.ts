import { readFileSync, writeFileSync } from 'node:fs';
import { fixedColours, palette } from '../../contract/lists/palette.ts';

export const TOKENS = new URL('../../web/theme/tokens.css', import.meta.url);
const BLOCK =
  /(  \/\* Generated from contract\/lists\/palette\.ts[^\n]*\*\/\n)[\s\S]*?(  \/\* End of the palette\. \*\/\n)/;

export function withPalette(tokens: string): string {
  const lines = [
    ...Object.entries(palette).map(
      ([name, [day, evening]]) => `  --${name}: light-dark(${day}, ${evening});\n`,
    ),
    '\n',
    ...Object.entries(fixedColours).map(([name, colour]) => `  --${name}: ${colour};\n`),
  ];
  if (!BLOCK.test(tokens)) throw new Error('tokens.css has no place for the palette');
  return tokens.replace(BLOCK, `$1${lines.join('')}$2`);
}

if (import.meta.main) writeFileSync(TOKENS, withPalette(readFileSync(TOKENS, 'utf8')));
