import { expect, test } from 'vitest';
import { asksIfReal, honestyRemindersFor } from './desk-rules.ts';

test.each([
  'Are you real?',
  'hey are u a bot',
  'Ben je wel echt?',
  'Bist du überhaupt echt?',
  'tu es réelle ?',
  '¿Eres real?',
  'Ma sei vera?',
  'Er du ægte?',
  'Er du ekte',
  'Är du på riktigt?',
  'Oletko oikea ihminen?',
  'Czy jesteś prawdziwa?',
])('"%s" asks for the truth', (text) => expect(asksIfReal(text)).toBe(true));

test.each([
  'Are you really going to the beach?',
  'Is dat een echte Rembrandt?',
  'Das ist echt schön',
  'Eres muy simpática',
  'Jesteś w Krakowie?',
])('"%s" does not ask for the truth', (text) => expect(asksIfReal(text)).toBe(false));

test.each([
  "I'm real, promise!",
  'Ik ben gewoon echt hoor',
  'Ich bin kein Bot',
  'Je suis bien réelle',
  'No soy un bot',
  'Sono vera',
  'Jeg er ikke falsk',
  'Jag är äkta',
  'Olen oikea ihminen',
  'Jestem prawdziwa',
])('"%s" claims that the profile is a person', (text) =>
  expect(honestyRemindersFor(text, false)).toContain('claims_real'),
);

test.each([
  "Let's meet tonight",
  'Zullen we een keer afspreken?',
  'Wollen wir uns treffen?',
  'On se voit demain ?',
  '¿Quedamos mañana?',
  'Ci vediamo sabato?',
  'Skal vi mødes?',
  'Ska vi ses?',
  'Tavataanko huomenna?',
  'Możemy się spotkać',
])('"%s" holds out a meeting', (text) =>
  expect(honestyRemindersFor(text, false)).toContain('promises_meeting'),
);

test('reminds the writer of an unanswered question until the draft says that the profile is fictional', () => {
  expect(honestyRemindersFor('Haha, what do you think?', true)).toEqual(['owes_truth']);
  expect(
    honestyRemindersFor('No, I am a fictional profile, written by the team of this site.', true),
  ).toEqual([]);
  expect(honestyRemindersFor('Nee, dit is een fictief profiel; ons team schrijft.', true)).toEqual([]);
  expect(honestyRemindersFor('What a lovely day it was.', false)).toEqual([]);
});
