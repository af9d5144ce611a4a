import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { onScale } from '../build/put-on-scale.ts';
import { TOKENS, withPalette } from '../build/write-palette.ts';
import { borrowedScreens, missingClasses, schemaImports, styleFaults, webFaults } from './check-web.ts';

test('an effect must not return the result of a call', () => {
  expect(webFaults('useEffect(() => tile.current?.scrollIntoView(), []);')).toHaveLength(1);
  expect(webFaults('\nuseLayoutEffect(() =>\n  dialog.current?.focus(), []);')[0]).toContain('line 2');
  for (const fine of [
    'useEffect(() => {\n  return listen();\n}, []);',
    'useEffect(() => void load(), []);',
    'useEffect(() => () => stop(), []);',
  ]) {
    expect(webFaults(fine), fine).toEqual([]);
  }
});

test('only ModalDialog may open a modal dialog', () => {
  const opens = 'useEffect(() => {\n  ref.current?.showModal();\n}, []);';
  expect(webFaults(opens, 'web/photos/lightbox.tsx')[0]).toContain('line 2: open dialogs with ModalDialog');
  expect(webFaults(opens, 'web/ui/modal-dialog.tsx')).toEqual([]);
});

test('z-index values of page layers must be named variables', () => {
  expect(styleFaults('.bar {\n  z-index: 40;\n}')[0]).toContain('line 2');
  expect(styleFaults('.bar {\n  z-index: var(--layer-bars);\n}\n.photo {\n  z-index: -1;\n}')).toEqual([]);
});

test('sizes, weights, spaces and colours must come from the scales', () => {
  const faults = (declaration: string, poster = false) => styleFaults(`.a {\n  ${declaration};\n}`, poster);
  for (const literal of [
    'font-size: 0.92rem',
    'font-size: clamp(1.2rem, 2vw, 3rem)',
    'font: 600 var(--type-15)/1.4 var(--text)',
    'font: var(--strong) 15px/1.4 var(--text)',
    'font-weight: 550',
    'padding: 0 13px',
    'margin-top: -8px',
    'gap: clamp(20px, 5vw, 84px)',
    'color: #fff',
    'background: linear-gradient(160deg, #f3d9cf, #d9a79f)',
  ]) {
    expect(faults(literal)[0], literal).toContain('line 2');
  }
  for (const fine of [
    'font-size: var(--type-15)',
    'font-size: 0.9em',
    'font-size: clamp(2.4rem, 1.6rem + 4vw, 4rem)',
    'font: inherit',
    'font: var(--strong) var(--type-15)/36px var(--text)',
    'padding: 0 var(--gutter) 230px',
    'margin: -1px',
    'width: 13px',
    '--from: #f3d9cf',
    'mask: linear-gradient(#000, #0000)',
  ]) {
    expect(faults(fine), fine).toEqual([]);
  }
  expect(faults('color: #ffd98a', true)).toEqual([]);
});

test('replaces literals with the nearest step of the scales', () => {
  const sheet =
    '.a {\n  font: 600 0.92rem/1.4 var(--text);\n  padding: 3px 13px -8px;\n  font-weight: 650;\n  width: 13px;\n}';
  const moved = onScale(sheet);
  expect(moved).toContain(
    'font: var(--strong) var(--type-15)/1.4 var(--text);\n  padding: var(--space-4) var(--space-14) calc(-1 * var(--space-8));',
  );
  expect(moved).toContain('font-weight: var(--bold);\n  width: 13px;');
  expect(styleFaults(moved)).toEqual([]);
});

test('tokens.css has the colours of the palette', () => {
  const tokens = withPalette(readFileSync(TOKENS, 'utf8'));
  expect(tokens).toContain('--ink: light-dark(#1d1415, #f7ece6);');
  expect(withPalette(tokens.replace('#1d1415', '#000000'))).toBe(tokens);
});

test('components may only use classes of their style sheet', () => {
  const text =
    "import styles from './a.module.css';\nconst a = [styles['card'], styles['car'], styles['photo']];";
  expect(missingClasses(text, () => '.card {}\n.photo:hover {}')).toEqual([
    'line 2: ./a.module.css has no class "car".',
  ]);
});

test('members’ screens must not import schemas, directly or through another module', () => {
  const contract: Record<string, string> = {
    'profiles.ts': "import { Type } from 'typebox';",
    'through.ts': "import { a } from './profiles.ts';",
    'plain.ts': "import type { Static } from 'typebox';\nimport { type A, type B } from './profiles.ts';",
  };
  const faults = (statement: string) => schemaImports(statement, (file) => contract[file]!);
  expect(faults("\nimport { a } from '#contract/profiles.ts';")[0]).toContain('line 2');
  expect(faults("import { type A, a } from '#contract/through.ts';")).toHaveLength(1);
  for (const fine of [
    "import type { A } from '#contract/profiles.ts';",
    "import { type A } from '#contract/profiles.ts';",
    "import { a } from '#contract/plain.ts';",
  ]) {
    expect(faults(fine), fine).toEqual([]);
  }
});

test('screens must not be used as components, because the router would drop their properties', () => {
  const isRoute = (path: string) => path === './profiles.tsx';
  expect(borrowedScreens("import Profiles from './profiles.tsx';", isRoute)).toEqual([
    expect.stringContaining('line 1: ./profiles.tsx'),
  ]);
  expect(
    borrowedScreens("import { handle } from './profiles.tsx';\nimport List from './list.tsx';", isRoute),
  ).toEqual([]);
});
