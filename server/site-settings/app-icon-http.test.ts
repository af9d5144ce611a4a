import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '#support/app.ts';
import { browserOf, plant } from '#support/members.ts';
import { SITES_CHANGED } from './index.ts';

const app = testApp({ PUBLIC_URL: 'https://liaison.example' });

beforeAll(async () => {
  await sql`insert into companies (id, name, address, city, country, added) values (2, 'Zweite GmbH', 'Weg 1', 'Berlin', 'DE', now())`.execute(
    app.db,
  );
  await sql`insert into sites (host, company_id, overrides) values ('zweite.example', 2, '{"name":"Zweite","accent":"teal"}')`.execute(
    app.db,
  );
  app.app.events.publish(SITES_CHANGED, null);
});

async function icon(host: string, name: string) {
  const url = new URL(`/icons/${name}`, await app.url());
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers: { host } }, resolve).on('error', reject),
  );
  return { status: answer.statusCode, type: answer.headers['content-type'], content: await buffer(answer) };
}

/** The colour at a point. `x` and `y` are percentages of the sides. */
async function colourAt(content: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(content).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor((y * info.height) / 100) * info.width + Math.floor((x * info.width) / 100)) * 4;
  return data.subarray(at, at + 4).toString('hex');
}

test("draws icons in each site's colour, in all requested sizes; maskable ones fill their edges", async () => {
  for (const [host, colour] of [
    ['liaison.example', 'd6203aff'],
    ['zweite.example', '0b7a75ff'],
  ] as const)
    for (const [name, side, toEdges] of [
      ['64.png', 64, false],
      ['192.png', 192, false],
      ['512.png', 512, false],
      ['maskable.png', 512, true],
      ['apple.png', 180, true],
    ] as const) {
      const { status, type, content } = await icon(host, name);
      expect([status, type], name).toEqual([200, 'image/png']);
      expect(await sharp(content).metadata(), name).toMatchObject({ width: side, height: side });
      expect(await colourAt(content, 50, 8), name).toBe(colour);
      expect(await colourAt(content, 50, 50), name).toBe('fffaf6ff');
      expect(await colourAt(content, 0, 0), name).toBe(toEdges ? colour : '00000000');
    }
  for (const name of ['65.png', 'constructor', '..%2F192.png'])
    expect((await icon('liaison.example', name)).status, name).toBe(404);
});

test("replaces the heart with an operator's picture on that site only, and restores it", async () => {
  const id = await plant(app);
  await sql`update members set roles = '{owner}' where id = ${id}`.execute(app.db);
  const owner = await browserOf(app, id);
  const blue = await sharp({ create: { width: 700, height: 600, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  await owner.must('uploadSitePicture', {
    body: { site: 'zweite.example', setting: 'app_icon' },
    file: { content: blue },
  });
  const { content } = await icon('zweite.example', '192.png');
  expect(await colourAt(content, 50, 50)).toMatch(/^0[0-3]0[0-3]f[b-f]ff$/);
  expect(await colourAt(content, 0, 0)).toBe('00000000');
  expect(await colourAt((await icon('zweite.example', 'maskable.png')).content, 0, 0)).toMatch(
    /^0[0-3]0[0-3]f[b-f]ff$/,
  );
  expect(await colourAt((await icon('liaison.example', '192.png')).content, 50, 50)).toBe('fffaf6ff');

  // A picture without a background is drawn on a paper-coloured one, away from the edges.
  const ring = await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><circle cx="300" cy="300" r="300" fill="#00f"/></svg>',
    ),
  )
    .png()
    .toBuffer();
  await owner.must('uploadSitePicture', {
    body: { site: 'zweite.example', setting: 'app_icon' },
    file: { content: ring },
  });
  const drawn = (await icon('zweite.example', 'maskable.png')).content;
  expect(await colourAt(drawn, 50, 8)).toBe('fffaf6ff');
  expect(await colourAt(drawn, 50, 20)).toMatch(/f[b-f]ff$/);

  await owner.must('changeSettings', {
    body: { site: 'zweite.example', changes: [{ key: 'app_icon', value: null }] },
  });
  expect(await colourAt((await icon('zweite.example', '192.png')).content, 50, 8)).toBe('0b7a75ff');
});
