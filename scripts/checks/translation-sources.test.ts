import { expect, test } from 'vitest';
import { compareSources } from './translation-sources.ts';

const english = (text: string) => new Map([['members:search.title', text]]);
const dutch = (text: string) => new Map([['members:search.title', text]]);
const recorded = compareSources(english('Find people'), dutch('Vind mensen'), {}).sources;

test('reports a translation whose English text changed', () => {
  const { stale, sources } = compareSources(english('Find someone'), dutch('Vind mensen'), recorded);
  expect(stale).toEqual(['members:search.title']);
  // It stays stale after recording.
  expect(sources).toEqual(recorded);
});

test('accepts a translation that changed together with the English text, or was confirmed', () => {
  expect(compareSources(english('Find someone'), dutch('Vind iemand'), recorded).stale).toEqual([]);
  const confirmed = new Set(['members:search.title']);
  const after = compareSources(english('Find someone'), dutch('Vind mensen'), recorded, confirmed);
  expect(after.stale).toEqual([]);
  expect(compareSources(english('Find someone'), dutch('Vind mensen'), after.sources).stale).toEqual([]);
});

test('reports the next change of the English text after a better translation was recorded', () => {
  const better = compareSources(english('Find people'), dutch('Vind leden'), recorded).sources;
  expect(compareSources(english('Find someone'), dutch('Vind leden'), better).stale).toHaveLength(1);
});
