import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Photo } from '#contract/photos/photo.ts';
import {
  addMember,
  form,
  startTestSite,
  type TestMember,
  type TestSite,
} from '#support/photos/photo-site.ts';
import { picture } from '#support/pictures.ts';

// Requests to the screening service of docs/operate/screening.md, the effect of its verdicts, and the
// fallback to operators while it is unavailable.

let service: Server;
let site: TestSite;
let moderator: TestMember;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: { headers: IncomingMessage['headers']; body: Buffer }[] = [];

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push({ headers: request.headers, body: Buffer.concat(chunks) });
    answer(request, response);
  });
  await new Promise<void>((listening) => void service.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/screen`;
  site = await startTestSite({ SCREENING_URL: url, SCREENING_TOKEN: 'a token', SCREENING_TIMEOUT_MS: '500' });
  await sql`update sites set overrides = overrides || '{"automatic_photo_approval": true}'::jsonb where host = '*'`.execute(
    site.db,
  );
  moderator = await addMember(site.db, { roles: ['moderator'] });
});
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((closed) => void service.close(closed));
  await site.close();
});
beforeEach(() => {
  asked = [];
});

const says = (body: unknown, status = 200) => {
  answer = (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
};
async function upload(
  owner: TestMember,
  content: Buffer,
  fields: Record<string, string> = {},
): Promise<Photo> {
  const { payload, headers } = form(content, fields);
  const reply = await site.http.inject({
    method: 'POST',
    url: '/api/photo.php',
    payload,
    headers: { ...headers, cookie: owner.cookie },
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<Photo>();
}
const queue = async () =>
  (
    await site.http.inject({
      method: 'GET',
      url: '/api/admin/photos',
      headers: { cookie: moderator.cookie },
    })
  ).json<{
    photos: { id: number; flags: string[] }[];
  }>().photos;
const decide = (body: object) =>
  site.http.inject({
    method: 'POST',
    url: '/api/admin/photos',
    payload: body,
    headers: { cookie: moderator.cookie },
  });

const changer = (owner: { cookie: string }) => async (body: object) =>
  (
    await site.http.inject({
      method: 'PUT',
      url: '/api/photo.php',
      payload: body,
      headers: { cookie: owner.cookie },
    })
  ).json<Photo>().status;

test('approves a picture after a clear verdict, and sends the service only the picture', async () => {
  says({ verdict: 'clear', labels: [] });
  const { status } = await upload(await addMember(site.db), await picture(1200, 1600).jpeg().toBuffer());
  expect(status).toBe('active');
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = asked;
  expect(headers).toMatchObject({
    authorization: 'Bearer a token',
    'content-type': 'image/webp',
    'x-picture-kind': 'profile',
  });
  const { format, width, exif } = await sharp(body).metadata();
  expect([format, width, exif]).toEqual(['webp', 960, undefined]);
  expect(Object.keys(headers)).not.toContain('cookie');
});

test('leaves a doubtful picture to operators, with a flag', async () => {
  says({ verdict: 'doubt' });
  const photo = await upload(await addMember(site.db), await picture().jpeg().toBuffer());
  expect(photo.status).toBe('inspecting');
  expect(await queue()).toMatchObject([{ id: photo.id, flags: ['screening'] }]);
  await decide({ id: photo.id, approve: true });
});

test('inspects an intimate public photo, and a private one only when it becomes public', async () => {
  says({ verdict: 'intimate' });
  const owner = await addMember(site.db);
  const shown = await upload(owner, await picture().jpeg().toBuffer());
  const hidden = await upload(owner, await picture().jpeg().toBuffer(), { private: 'true' });
  expect([shown.status, hidden.status]).toEqual(['inspecting', 'active']);
  expect(await queue()).toMatchObject([{ id: shown.id, flags: ['intimate'] }]);
  await decide({ id: shown.id, approve: true });

  const change = changer(owner);
  expect(await change({ id: hidden.id, private: false })).toBe('inspecting');
  expect(await queue()).toMatchObject([{ id: hidden.id, flags: ['intimate'] }]);
  await decide({ id: hidden.id, approve: true });
  // A person has overruled the verdict.
  expect(await change({ id: hidden.id, private: true })).toBe('active');
  expect(await change({ id: hidden.id, private: false })).toBe('active');
});

test('inspects a private photo without a verdict again when it becomes public', async () => {
  says({}, 500);
  const owner = await addMember(site.db);
  const { id, status } = await upload(owner, await picture().jpeg().toBuffer(), { private: 'true' });
  expect(status).toBe('inspecting');
  await decide({ id, approve: true });
  const change = changer(owner);
  expect(await change({ id, private: false })).toBe('inspecting');
  expect(await queue()).toMatchObject([{ id, flags: ['not_screened'] }]);
  await decide({ id, approve: true });
  expect(await change({ id, main: true })).toBe('active');
});

const silences: [string, () => void][] = [
  ['does not answer in time', () => (answer = () => {})],
  ['answers with an error', () => says({ verdict: 'clear' }, 500)],
  ['answers no JSON', () => says('clear')],
  ['answers another verdict', () => says({ verdict: 'refuse' })],
  [
    'sends elsewhere',
    () => (answer = (_, response) => void response.writeHead(302, { location: '/other' }).end()),
  ],
];
test.each(silences)(
  'a service that %s leaves the picture to operators, and the upload works',
  async (_, silent) => {
    silent();
    const photo = await upload(await addMember(site.db), await picture().jpeg().toBuffer());
    expect(photo.status).toBe('inspecting');
    expect(await queue()).toMatchObject([{ id: photo.id, flags: ['not_screened'] }]);
    await decide({ id: photo.id, approve: true });
  },
);

test('flags resized copies of a refused picture, even after its owner deleted it', async () => {
  const scene = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="#224"/><circle cx="300" cy="400" r="240" fill="#fd8"/><rect x="500" y="700" width="320" height="380" fill="#8c4"/></svg>',
  );
  says({ verdict: 'doubt' });
  const [first, second] = [await addMember(site.db), await addMember(site.db)];
  const bad = await upload(first, await sharp(scene).jpeg({ quality: 90 }).toBuffer());
  await decide({ id: bad.id, approve: false, reason: 'not_own' });
  await site.http.inject({
    method: 'DELETE',
    url: '/api/photo.php',
    payload: { id: bad.id },
    headers: { cookie: first.cookie },
  });
  says({ verdict: 'clear' });
  const copy = await upload(second, await sharp(scene).resize(500).webp({ quality: 40 }).toBuffer());
  expect(copy.status).toBe('inspecting');
  expect(await queue()).toMatchObject([{ id: copy.id, flags: ['refused_before'] }]);
  await decide({ id: copy.id, approve: true });
});
