import { expect, test } from 'vitest';
import { styleFaults, webFaults } from './check-web.ts';

test('an effect may not return what a call returns', () => {
  expect(webFaults('useEffect(() => tile.current?.scrollIntoView(), []);')).toHaveLength(1);
  expect(webFaults('\nuseLayoutEffect(() =>\n  dialog.current?.showModal(), []);')[0]).toContain('line 2');
  for (const fine of ['useEffect(() => {\n  return listen();\n}, []);', 'useEffect(() => void load(), []);', 'useEffect(() => () => stop(), []);']) {
    expect(webFaults(fine), fine).toEqual([]);
  }
});

test('a layer of the page goes by its name', () => {
  expect(styleFaults('.bar {\n  z-index: 40;\n}')[0]).toContain('line 2');
  expect(styleFaults('.bar {\n  z-index: var(--layer-bars);\n}\n.photo {\n  z-index: -1;\n}')).toEqual([]);
});
