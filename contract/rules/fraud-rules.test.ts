import { expect, test } from 'vitest';
import { fraudSignsIn } from './fraud-rules.ts';

test.each([
  'Can you send me some money for the ticket?',
  'I made a fortune with bitcoin, let me show you',
  'Kun je me wat geld sturen? Ik stuur je een Tikkie',
  'Kannst du mir Geld schicken? Ich brauche dringend Geld',
  "Peux-tu m'envoyer de l'argent ? J'ai besoin d'argent",
  'Necesito dinero, ¿me haces un bizum?',
  'Ho bisogno di soldi, fammi un bonifico',
  'Potrzebuję pieniędzy, wyślij mi kod BLIK',
  'Kan du sende mig penge på MobilePay?',
  'Kan du sende meg penger på Vipps?',
  'Kan du skicka pengar? Swisha mig',
  'Voitko lähettää minulle rahaa?',
  'Buy me a Steam card please',
])('asks for money: %s', (text) => {
  expect(fraudSignsIn(text, false)).toContain('money');
});

test.each([
  'Money is not everything',
  'Geld maakt niet gelukkig',
  'Ik werk bij een bank',
  'Ik zal je morgen een kaart sturen',
  'Das Essen war sein Geld wert',
  'Hoeveel uur slaap jij?',
])('speaks of no gift to anybody: %s', (text) => {
  expect(fraudSignsIn(text, true)).toEqual([]);
});

test('reports a link at any point of the conversation', () => {
  for (const early of [true, false])
    expect(fraudSignsIn('Look here: https://my-photos.example', early)).toEqual(['link']);
});

test.each([
  'Add me on WhatsApp',
  'my number is 06 1234 5678',
  'app me maar',
  'schreib mir auf Telegram',
  'llámame',
  'zadzwoń do mnie',
  'soita mulle',
])('going elsewhere is a sign early on, and none between people who have talked for a while: %s', (text) => {
  expect(fraudSignsIn(text, true)).toContain('elsewhere');
  expect(fraudSignsIn(text, false)).not.toContain('elsewhere');
});
