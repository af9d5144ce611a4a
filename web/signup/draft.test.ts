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

const kept = () => JSON.parse(stored.get('signup-draft') ?? '{}');

test('what is typed survives a reload, but the password is never stored', () => {
  changeDraft({ name: 'Anna', city: 'Utrecht' });
  changePassword('a secret of hers');
  changeDraft({ about: 'I sail' });
  expect(kept()).toMatchObject({ name: 'Anna', city: 'Utrecht', about: 'I sail' });
  expect([...stored.values()].join()).not.toContain('secret');
});

test('a full store neither throws nor loses what was typed before it was full', () => {
  changeDraft({ name: 'Anna' });
  full = true;
  changeDraft({ city: 'Utrecht' });
  rememberStep('location');
  full = false;
  changeDraft({ region: 'Utrecht' });
  expect(kept()).toMatchObject({ name: 'Anna', city: 'Utrecht', region: 'Utrecht' });
});

test('choices from before signup are taken over once: a reload brings them again and must not undo what was typed since', () => {
  const chosen = { gender: 'female', gender_sought: 'male' } as const;
  beginDraft(chosen);
  changeDraft({ gender_sought: 'female' });
  beginDraft(chosen);
  expect(kept()).toMatchObject({ gender: 'female', gender_sought: 'female' });
  beginDraft({ ...chosen, profile: 7 });
  expect(kept()).toMatchObject({ gender_sought: 'male', profile: 7 });
});

test('a reload comes back to the step that was reached, and to the password where that was behind it', () => {
  expect(reachedStep()).toBe('message');
  rememberStep('location');
  expect(reachedStep()).toBe('location');
  rememberStep('about');
  expect(reachedStep()).toBe('personal');
});

test('after signup nothing of it stays in the browser', () => {
  beginDraft({ profile: 7 });
  changeDraft({ name: 'Anna' });
  rememberStep('personal');
  forgetDraft();
  expect(stored.size).toBe(0);
});
