import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import sharp, { type Sharp } from 'sharp';
import { itemAt } from '#contract/must.ts';
import { LEAST_PDQ_QUALITY, SAME_PDQ_BITS } from '#contract/photos/pdq-rules.ts';
import { hashPicture } from '#server/photos/known/hash-picture.ts';
import { processPhoto } from '#server/photos/process-photo.ts';
import { fingerprint, SAME_WITHIN_BITS } from '#server/photos/screening/fingerprint.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';

// Measures both hashes of pictures on drawings: what changes they survive, which different drawings they confuse, and
// milliseconds. With a number, also the search among so many listed hashes. The results are in
// docs/decisions/0081-known-pictures.md.
//   node scripts/run.mjs scripts/measure/known-pictures.ts [1000000]

const PICTURES = 60;
const [width, height] = [900, 1200];

function drawing(number: number): Sharp {
  let state = number * 2654435761 + 1;
  const random = (most: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * most);
  };
  const shapes = Array.from({ length: 24 }, (_, n) => {
    const fill = `hsl(${random(360)} ${30 + random(60)}% ${10 + random(80)}%)`;
    const [x, y, size] = [random(width), random(height), 50 + random(190)];
    return n % 3 === 0
      ? `<rect x="${x}" y="${y}" width="${size}" height="${size * 2}" fill="${fill}" transform="rotate(${random(90)} ${x} ${y})"/>`
      : `<ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 0.7}" fill="${fill}"/>`;
  });
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${random(360)} 40% ${20 + random(60)}%)"/>${shapes.join('')}</svg>`,
    ),
  );
}

const crop = (picture: Sharp, share: number) =>
  picture.extract({
    left: Math.round((width * share) / 2),
    top: Math.round((height * share) / 2),
    width: Math.round(width * (1 - share)),
    height: Math.round(height * (1 - share)),
  });
const mark = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="140"><text x="40" y="105" font-size="100" font-family="sans-serif" fill="#fff" fill-opacity=".8">example.test</text></svg>`,
);

const changes: Record<string, (picture: Sharp) => Sharp> = {
  'half the size': (picture) => picture.resize(width / 2).jpeg({ quality: 90 }),
  'a fifth of the size': (picture) => picture.resize(width / 5).jpeg({ quality: 90 }),
  'JPEG quality 30': (picture) => picture.jpeg({ quality: 30 }),
  'JPEG quality 10': (picture) => picture.jpeg({ quality: 10 }),
  'cropped by 2%': (picture) => crop(picture, 0.02).jpeg({ quality: 90 }),
  'cropped by 5%': (picture) => crop(picture, 0.05).jpeg({ quality: 90 }),
  'with a watermark': (picture) =>
    picture.composite([{ input: mark, gravity: 'southeast' }]).jpeg({ quality: 90 }),
  'in grey': (picture) => picture.greyscale().jpeg({ quality: 90 }),
  'brighter by 25%': (picture) => picture.modulate({ brightness: 1.25 }).jpeg({ quality: 90 }),
  blurred: (picture) => picture.blur(6).jpeg({ quality: 90 }),
  mirrored: (picture) => picture.flop().jpeg({ quality: 90 }),
};

interface Hashes {
  short: bigint;
  long: bigint;
  quality: number;
}

let hashingMs = 0;
let hashed = 0;

async function hashesOf(picture: Buffer): Promise<Hashes> {
  const { files } = await processPhoto(picture, 'measurement');
  const start = performance.now();
  const { hash, quality } = await hashPicture(itemAt(files, 2).content);
  hashingMs += performance.now() - start;
  hashed++;
  return {
    short: BigInt.asUintN(64, BigInt(await fingerprint(itemAt(files, 0).content))),
    long: BigInt(`0x${hash}`),
    quality,
  };
}

const distance = (one: bigint, other: bigint) => (one ^ other).toString(2).replaceAll('0', '').length;
const isSameShort = (one: Hashes, other: Hashes) => distance(one.short, other.short) <= SAME_WITHIN_BITS;
const isSameLong = (one: Hashes, other: Hashes) =>
  Math.min(one.quality, other.quality) >= LEAST_PDQ_QUALITY &&
  distance(one.long, other.long) <= SAME_PDQ_BITS;
const percent = (count: number, of: number) => `${Math.round((count * 100) / of)}%`;

async function measureRobustness(): Promise<void> {
  const originals = await Promise.all(
    Array.from({ length: PICTURES }, (_, n) =>
      drawing(n + 1)
        .png()
        .toBuffer(),
    ),
  );
  const known: Hashes[] = [];
  for (const original of originals) known.push(await hashesOf(original));
  const table: Record<string, object> = {};
  for (const [name, change] of Object.entries(changes)) {
    let [short, long, bits] = [0, 0, 0];
    for (const [n, original] of originals.entries()) {
      const changed = await hashesOf(await change(sharp(original)).toBuffer());
      const before = itemAt(known, n);
      if (isSameShort(before, changed)) short++;
      if (isSameLong(before, changed)) long++;
      bits += distance(before.long, changed.long);
    }
    table[name] = {
      '64 bits': percent(short, PICTURES),
      PDQ: percent(long, PICTURES),
      'mean PDQ distance': Math.round(bits / PICTURES),
    };
  }
  console.table(table);
  const pairs = known.flatMap((one, n) => known.slice(n + 1).map((other) => [one, other] as const));
  console.log(
    `${pairs.length} pairs of different drawings: ${pairs.filter(([one, other]) => isSameShort(one, other)).length} the same by 64 bits, ${pairs.filter(([one, other]) => isSameLong(one, other)).length} by PDQ.`,
  );
  console.log(`Hashing a stored picture takes ${(hashingMs / hashed).toFixed(1)} ms, with its decoding.`);
}

async function measureSearch(listed: number): Promise<void> {
  const dataDir = makeMemoryFolder('liaison-known-pictures-');
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
  try {
    await migrate({ url: server.url, pooler: 'none' });
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query(`insert into known_picture_lists (name) values ('measured')`);
    const start = performance.now();
    for (let at = 0; at < listed; at += 20_000) {
      const batch = Array.from({ length: 20_000 }, () => `x${randomBytes(32).toString('hex')}`);
      await client.query('insert into known_pictures select 1, hash::bit(256) from unnest($1::text[]) hash', [
        batch,
      ]);
    }
    console.log(`Listing ${listed} hashes took ${Math.round((performance.now() - start) / 1000)} s.`);
    await client.query('vacuum analyze known_pictures');
    const near = 'bit_count(pdq # $1::bit(256)) <= 31';
    for (const [name, where] of Object.entries({
      'GIN index on bands': `pdq_bands(pdq) && pdq_probes($1::bit(256)) and ${near}`,
      'scan of the table': near,
    })) {
      const times: number[] = [];
      for (let search = 0; search < 30; search++) {
        const before = performance.now();
        await client.query(`select from known_pictures where ${where}`, [
          `x${randomBytes(32).toString('hex')}`,
        ]);
        times.push(performance.now() - before);
      }
      times.sort((one, other) => one - other);
      console.log(
        `${name}: median ${itemAt(times, 15).toFixed(1)} ms, slowest ${itemAt(times, -1).toFixed(1)} ms`,
      );
    }
    await client.end();
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await measureRobustness();
const listed = Number(process.argv[2] ?? 0);
if (listed > 0) await measureSearch(listed);
