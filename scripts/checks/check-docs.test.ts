import { expect, test } from 'vitest';
import { citationFaults, decisionFaults, documentFaults, ruleFaults, rulesOf } from './check-docs.ts';

const rules = rulesOf(
  '# Product rules\n\n- **4.3** A photo is inspected.\n- **4.4** A payment is pending.\n',
);

test('reports dead links and dead paths of a document', () => {
  const text = 'See [the guide](../style.md) and [that](gone.md), `server/app.ts` and `server/missing.ts`.';
  const exists = (path: string) => ['docs/style.md', 'server/app.ts'].includes(path);
  expect(documentFaults({ path: 'docs/operate/README.md', text }, exists)).toEqual([
    'links to gone.md, which does not exist.',
    'names server/missing.ts, which does not exist.',
  ]);
});

test('accepts citations of one or several rules', () => {
  const text = '// (docs/product.md 4.3, 4.4)\n// docs/product.md lists the rules\n';
  expect(citationFaults({ path: 'a.ts', text }, rules)).toEqual([]);
});

test('rejects citations of a chapter or of a missing rule', () => {
  const text = '// docs/product.md 4\n// docs/product.md 4.9\n';
  expect(citationFaults({ path: 'a.ts', text }, rules)).toEqual([
    'line 1: cites chapter 4 of docs/product.md. Name the rule.',
    'line 2: cites rule 4.9 of docs/product.md, which does not exist.',
  ]);
});

test('rejects two rules of one number', () => {
  expect(ruleFaults(rules)).toEqual([]);
  expect(ruleFaults(rulesOf('- **4.3** A photo.\n- **4.4** A payment.\n- **4.3** A like.\n'))).toEqual([
    'docs/product.md: several rules have the number 4.3.',
  ]);
});

test('requires number, date, status and an index entry of each decision', () => {
  const files = [
    { path: 'docs/decisions/0001-one.md', text: '# 0001. One\n\nDate: 2026-11-22. Status: accepted.\n' },
    { path: 'docs/decisions/0003-three.md', text: '# Three\n' },
  ];
  expect(decisionFaults(files, '- [0001. One](0001-one.md)')).toEqual([
    'docs/decisions/0003-three.md: expected number 0002.',
    'docs/decisions/0003-three.md: the title must start with "0003. ".',
    'docs/decisions/0003-three.md: add the line "Date: YYYY-MM-DD. Status: …".',
    'docs/decisions/0003-three.md: missing from docs/decisions/README.md.',
  ]);
});
