import { expect, test } from 'vitest';
import type { Chat } from '#contract/chat/conversations.ts';
import { fraudHints } from './fraud-hints.ts';

const [me, other] = [1, 2];
const chat = (kind: string, texts: [number, string | null][]) =>
  ({
    profile: { id: other, kind },
    has_more: false,
    messages: texts.map(([sender, text], n) => ({ id: n + 1, sender, text })),
  }) as unknown as Chat;

test("shows each sign once, at its newest message, and never for the member's own messages", () => {
  const texts: [number, string | null][] = [
    [other, 'Send me some money'],
    [me, 'I will send you some money'],
    [other, null],
    [other, 'please send me money, see https://pay.example'],
  ];
  expect([...fraudHints(chat('member', texts))]).toEqual([[4, 'money']]);
});

test('shows two hints for two signs in two messages', () => {
  const texts: [number, string][] = [
    [other, 'Here is my page https://me.example'],
    [other, 'add me on WhatsApp'],
  ];
  expect([...fraudHints(chat('member', texts))]).toEqual([
    [2, 'elsewhere'],
    [1, 'link'],
  ]);
});

test('shows no hints for fictional profiles and cam listings, which have a label of their own', () => {
  for (const kind of ['fictional', 'cam'])
    expect(fraudHints(chat(kind, [[other, 'send me money']])).size).toBe(0);
});
