import { expect, test } from 'vitest';
import { personKey } from './person-key.ts';

test.each([
  ['Anna.B+dates@GoogleMail.com', 'annab@gmail.com'],
  ['a.n.n.a@gmail.com', 'anna@gmail.com'],
  ['anna+1@hotmail.com', 'anna@hotmail.com'],
  ['anna.b@hotmail.com', 'anna.b@hotmail.com'],
  ['anna@outlook.com', 'anna@outlook.com'],
  ['anna@me.com', 'anna@icloud.com'],
  ['an_na-b@pm.me', 'annab@proton.me'],
  ['anna@ya.ru', 'anna@yandex.ru'],
  ['anna-dates@yahoo.co.uk', 'anna@yahoo.co.uk'],
  ['anna-maria@ziggo.nl', 'anna-maria@ziggo.nl'],
  ['+anna@example.org', '+anna@example.org'],
])('recognises the mailbox behind %s', (email, mailbox) => {
  expect(personKey(email)).toBe(mailbox);
});
