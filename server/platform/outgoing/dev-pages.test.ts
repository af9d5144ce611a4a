import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { databaseForFile } from '#support/database.ts';
import { registerMailGallery } from './mail-gallery.ts';
import { registerOutbox } from './outbox-pages.ts';
import { createOutbox } from './outbox.ts';

const siteOf = async () => ({
  name: 'Liaison',
  mailName: 'Liaison',
  supportEmail: 'help@liaison.example',
  company: 'Liaison B.V.',
});

const database = databaseForFile(1);

test('shows every mail in the gallery in both themes and any language, with its plain text', async () => {
  const http = Fastify();
  registerMailGallery(http, { publicUrl: 'https://liaison.example', siteOf });
  const page = (await http.inject('/dev/mails?mail=match&locale=de')).body;
  for (const part of [
    '/dev/mails/match/0?locale=de&amp;scheme=evening',
    'scheme=day',
    '/dev/mails?mail=receipt&amp;locale=de',
  ])
    expect(page).toContain(part);
  const evening = await http.inject('/dev/mails/match/0?locale=de&scheme=evening');
  expect(evening.body).toContain('lang="de"');
  expect(evening.body).toContain('@media all');
  expect((await http.inject('/dev/mails/nothing/0')).statusCode).toBe(404);
  expect((await http.inject('/dev/mails/match/99')).statusCode).toBe(404);
  expect((await http.inject('/dev/mails?mail=__proto__&locale=xx')).statusCode).toBe(200);
});

test('lists and shows mails on the outbox page, whose JSON matches a recipient exactly', async () => {
  const outbox = createOutbox(database.db);
  const http = Fastify();
  registerOutbox(http, outbox);
  await outbox.put(database.db, {
    kind: 'mail',
    to: 'anna@example.org',
    subject: '<b>Hi</b>',
    text: 'hi',
    html: '<head></head><a href="https://liaison.example/x?a=1&amp;b=2">x</a>',
  });
  await outbox.put(database.db, {
    kind: 'sms',
    to: '+31612345678',
    subject: null,
    text: 'Your code is 123456',
    html: null,
  });
  const { items } = (await http.inject('/dev/outbox.json?to=anna@example.org')).json<{ items: object[] }>();
  expect(items).toEqual([
    {
      kind: 'mail',
      to: 'anna@example.org',
      subject: '<b>Hi</b>',
      text: 'hi',
      html: expect.any(String),
      links: ['https://liaison.example/x?a=1&b=2'],
      sent_at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);
  expect(
    (await http.inject('/dev/outbox.json'))
      .json<{ items: { kind: string }[] }>()
      .items.map(({ kind }) => kind),
  ).toEqual(['sms', 'mail']);
  expect((await http.inject('/dev/outbox.json?to=anna')).json()).toEqual({ items: [] });
  const page = (await http.inject('/dev/outbox')).body;
  expect(page).toContain('123456');
  expect(page).not.toContain('<b>Hi</b>');
  await http.close();
});
