import { expect, test } from 'vitest';
import { webFaults } from './check-web.ts';

test('an effect may not return what a call returns', () => {
  expect(webFaults('useEffect(() => tile.current?.scrollIntoView(), []);')).toHaveLength(1);
  expect(webFaults('\nuseLayoutEffect(() =>\n  dialog.current?.showModal(), []);')[0]).toContain('line 2');
  for (const fine of ['useEffect(() => {\n  return listen();\n}, []);', 'useEffect(() => void load(), []);', 'useEffect(() => () => stop(), []);']) {
    expect(webFaults(fine), fine).toEqual([]);
  }
});
