import { expect, test } from 'vitest';
import { filesWithoutDatabase, filesWithTest, readArguments } from './test-selection.ts';

test('runs everything without arguments', () => {
  expect(readArguments([])).toEqual({ quick: false, name: null, vitestOptions: [] });
});

test('separates a name and files from Vitest’s options', () => {
  expect(readArguments(['server/chat', '-t', 'a name', '--bail=1'])).toEqual({
    quick: false,
    name: 'a name',
    vitestOptions: ['server/chat', '--bail=1'],
  });
  expect(readArguments(['--testNamePattern=a=b', '--quick'])).toMatchObject({ quick: true, name: 'a=b' });
});

test('selects the files that contain a name, and none if it is composed at run time', () => {
  const files = [
    { path: 'a.test.ts', text: "test('a member is blocked', …" },
    { path: 'b.test.ts', text: "test('a member is liked', …" },
  ];
  expect(filesWithTest('is (blocked|hidden)', files)).toEqual(['a.test.ts']);
  expect(filesWithTest('is found in NL', files)).toEqual([]);
});

test('selects the files that need no site, database or program', () => {
  const files = [
    { path: 'contract/rules/a.test.ts', text: "import { expect } from 'vitest';" },
    { path: 'server/b.test.ts', text: "import { testApp } from '#support/app.ts';" },
    { path: 'scripts/c.test.ts', text: "import { spawn } from 'node:child_process';" },
    { path: 'scripts/build/d.test.ts', text: '' },
    { path: 'tests/e2e/visitors/e.test.ts', text: '' },
  ];
  expect(filesWithoutDatabase(files)).toEqual(['contract/rules/a.test.ts']);
});
