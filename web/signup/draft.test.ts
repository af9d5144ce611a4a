import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { beginDraft, changeDraft, changePassword, forgetDraft, reachedStep, rememberStep } from './draft.ts';

let full = false;
const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem(key: string, value: string) {
    if (full) throw new DOMException('full', 'QuotaExceededError');
    stored.set(key, value);
  },
  removeItem: (key: string) => void stored.delete(key),
});
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  full = false;
  forgetDraft();
  stored.clear();
});

const storedDraft = () => JSON.parse(stored.get('signup-draft') ?? '{}');

test('restores typed fields after a reload but never stores the password', () => {
  changeDraft({ name: 'Anna', city: 'Utrecht' });
  changePassword('a secret of hers');
  changeDraft({ about: 'I sail' });
  expect(storedDraft()).toMatchObject({ name: 'Anna', city: 'Utrecht', about: 'I sail' });
  expect([...stored.values()].join()).not.toContain('secret');
});

test('survives full storage without throwing or losing earlier input', () => {
  changeDraft({ name: 'Anna' });
  full = true;
  changeDraft({ city: 'Utrecht' });
  rememberStep('location');
  full = false;
  changeDraft({ region: 'Utrecht' });
  expect(storedDraft()).toMatchObject({ name: 'Anna', city: 'Utrecht', region: 'Utrecht' });
});

test('applies choices from before signup only once, so that a reload does not undo later input', () => {
  const chosen = { gender: 'female', gender_sought: 'male' } as const;
  beginDraft(chosen);
  changeDraft({ gender_sought: 'female' });
  beginDraft(chosen);
  expect(storedDraft()).toMatchObject({ gender: 'female', gender_sought: 'female' });
  beginDraft({ ...chosen, profile: 7 });
  expect(storedDraft()).toMatchObject({ gender_sought: 'male', profile: 7 });
});

test('returns to the last step after a reload, or to the password step if it was passed', () => {
  expect(reachedStep()).toBe('message');
  rememberStep('location');
  expect(reachedStep()).toBe('location');
  rememberStep('about');
  expect(reachedStep()).toBe('personal');
});

test("clears the browser's storage after signup", () => {
  beginDraft({ profile: 7 });
  changeDraft({ name: 'Anna' });
  rememberStep('personal');
  forgetDraft();
  expect(stored.size).toBe(0);
});
