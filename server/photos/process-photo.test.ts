import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bombPng, emptyZip, heic, phoneHeic, phoneJpeg, picture } from '#support/pictures.ts';
import { processPhoto } from './process-photo.ts';

const decode = (content: Buffer) => processPhoto(content, 'member 1');

const fileOf = async (content: Buffer, variant: string) =>
  (await decode(content)).files.find((file) => file.variant === variant)!.content;

test.each([
  ['JPEG', () => picture().jpeg().toBuffer()],
  ['progressive JPEG', () => picture().jpeg({ progressive: true }).toBuffer()],
  ['PNG', () => picture().png().toBuffer()],
  [
    'PNG with transparency',
    () =>
      sharp({ create: { width: 600, height: 800, channels: 4, background: '#0000' } })
        .composite([
          {
            input: Buffer.from(
              '<svg width="600" height="800"><radialGradient id="g"><stop stop-color="#fc9"/><stop offset="1" stop-color="#306"/></radialGradient><circle cx="300" cy="300" r="280" fill="url(#g)"/></svg>',
            ),
          },
        ])
        .png()
        .toBuffer(),
  ],
  ['WebP', () => picture().webp().toBuffer()],
  ['AVIF', () => picture().avif({ effort: 0 }).toBuffer()],
  ['CMYK JPEG', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
  ['grey JPEG', () => picture().greyscale().jpeg().toBuffer()],
])('converts a %s to WebP in every width, and blurred', async (_, make) => {
  const { files, width, height, doubtful } = await decode(await make());
  expect(files.map(({ variant }) => variant)).toEqual(['160', '480', '960', 'blur']);
  expect(height / width).toBeCloseTo(4 / 3, 1);
  expect(doubtful).toBe(false);
  for (const { variant, content } of files) {
    const metadata = await sharp(content).metadata();
    expect(metadata.format).toBe('webp');
    expect(metadata.space).toBe('srgb');
    if (variant !== 'blur') expect(metadata.width).toBe(Math.min(Number(variant), width));
  }
});

test('applies the EXIF rotation and strips location, camera and comments from every file', async () => {
  const phone = await phoneJpeg();
  expect(phone.includes('CanaryPhone')).toBe(true);
  expect((await sharp(phone).metadata()).exif).toBeDefined();
  const { files, width, height } = await decode(phone);
  expect([width, height]).toEqual([900, 1200]);
  for (const { content } of files) {
    const metadata = await sharp(content).metadata();
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(content.includes('Canary') || content.includes('canary')).toBe(false);
  }
});

test('leaves almost no detail in the blurred thumbnail', async () => {
  const blurred = await fileOf(await picture().jpeg().toBuffer(), 'blur');
  expect(blurred.length).toBeLessThan(2_000);
  // Shrinking it to 14 pixels and enlarging it again gives the same picture, so it contains no finer detail.
  const detail = await sharp(blurred)
    .resize(14)
    .resize(160, undefined, { kernel: 'cubic' })
    .blur(6)
    .raw()
    .toBuffer();
  const kept = await sharp(blurred).raw().toBuffer();
  const difference = kept.reduce((sum, value, i) => sum + Math.abs(value - detail[i]!), 0) / kept.length;
  expect(difference).toBeLessThan(12);
});

test('does not enlarge small photos, and limits tall ones', async () => {
  const small = await decode(await picture(300, 400).jpeg().toBuffer());
  expect(small.width).toBe(300);
  const tall = await decode(await picture(600, 6000).jpeg().toBuffer());
  expect(tall.height).toBeLessThanOrEqual(1920);
});

test('marks single-colour and tiny pictures as doubtful', async () => {
  expect(
    (
      await decode(
        await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#a52' } })
          .jpeg()
          .toBuffer(),
      )
    ).doubtful,
  ).toBe(true);
  expect((await decode(await picture(90, 120).jpeg().toBuffer())).doubtful).toBe(true);
});

function announcing(width: number, height: number): Buffer {
  const content = Buffer.from(phoneHeic());
  const at = content.indexOf('ispe');
  content.writeUInt32BE(width, at + 8);
  content.writeUInt32BE(height, at + 12);
  return content;
}

function noiseInside(content: Buffer): Buffer {
  const noisy = Buffer.from(content);
  noisy.fill(0x5a, content.indexOf('mdat') + 4);
  return noisy;
}

test('decodes a phone’s HEIC photo upright, without location and camera', async () => {
  const { width, height, doubtful, files } = await decode(phoneHeic());
  // The file is stored as 400 x 300 with a rotation to the right.
  expect({ width, height, doubtful }).toEqual({ width: 300, height: 400, doubtful: false });
  const largest = files.find(({ variant }) => variant === '960')!.content;
  const like = await sharp(await phoneJpeg())
    .autoOrient()
    .resize(300, 400, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const read = await sharp(largest).resize(300, 400, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  expect(read.reduce((sum, value, i) => sum + Math.abs(value - like[i]!), 0) / read.length).toBeLessThan(10);
  for (const { content } of files) expect(content.toString('latin1')).not.toMatch(/canary|GPS/i);
});

const refusals: [string, () => Promise<Buffer> | Buffer, string][] = [
  ['a decompression bomb', bombPng, 'photo_too_large'],
  [
    'more than 40 megapixels',
    () =>
      sharp({ create: { width: 8000, height: 5100, channels: 3, background: '#a52' } })
        .jpeg({ quality: 10 })
        .toBuffer(),
    'photo_too_large',
  ],
  ['a file over 15 MB', () => Buffer.alloc(15 * 1024 * 1024 + 1, 0xff), 'too_large'],
  [
    'a truncated JPEG',
    async () => {
      const whole = await picture().jpeg().toBuffer();
      return whole.subarray(0, Math.floor(whole.length * 0.6));
    },
    'photo_damaged',
  ],
  [
    'a truncated PNG',
    async () => {
      const whole = await picture().png().toBuffer();
      return whole.subarray(0, Math.floor(whole.length * 0.6));
    },
    'photo_damaged',
  ],
  [
    'a truncated WebP',
    async () => {
      const whole = await picture().webp().toBuffer();
      return whole.subarray(0, Math.floor(whole.length * 0.6));
    },
    'photo_damaged',
  ],
  [
    'a truncated AVIF',
    async () => {
      const whole = await picture().avif({ effort: 0 }).toBuffer();
      return whole.subarray(0, Math.floor(whole.length * 0.6));
    },
    'photo_damaged',
  ],
  ['a HEIC container with no picture in it', heic, 'photo_heic'],
  ['a truncated HEIC', () => phoneHeic().subarray(0, 2600), 'photo_damaged'],
  ['a HEIC that announces 48 megapixels', () => announcing(8000, 6000), 'photo_too_large'],
  ['a HEIC bomb: 2 gigapixels announced in 4 KB', () => announcing(46_000, 46_000), 'photo_too_large'],
  ['a HEIC whose picture is noise', () => noiseInside(phoneHeic()), 'photo_damaged'],
  [
    'a HEIC that is a page with script too',
    () => Buffer.concat([phoneHeic(), Buffer.from('<script>alert(1)</script>')]),
    'photo_unsupported',
  ],
  [
    'a photo that is a ZIP too',
    async () => Buffer.concat([await picture().jpeg().toBuffer(), emptyZip()]),
    'photo_unsupported',
  ],
  [
    'a photo that is a page with script too',
    async () =>
      Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from('<html><script>alert(1)</script>')]),
    'photo_unsupported',
  ],
  [
    'a photo with PHP in its comment',
    async () => {
      const whole = await picture().jpeg().toBuffer();
      const note = Buffer.from('<?php system($_GET[0]); ?>');
      return Buffer.concat([
        whole.subarray(0, 2),
        Buffer.from([0xff, 0xfe, 0, note.length + 2]),
        note,
        whole.subarray(2),
      ]);
    },
    'photo_unsupported',
  ],
  ['a GIF', () => picture(60, 80).gif().toBuffer(), 'photo_unsupported'],
  ['a TIFF', () => picture(60, 80).tiff().toBuffer(), 'photo_unsupported'],
  [
    'an SVG',
    () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="80"><script>alert(1)</script></svg>',
      ),
    'photo_unsupported',
  ],
  [
    'text that calls itself JPEG',
    () => Buffer.from('this is no photo, whatever its name says, and never was'),
    'photo_unsupported',
  ],
  ['an empty file', () => Buffer.alloc(0), 'photo_unsupported'],
  [
    'the head of a JPEG and then noise',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5000, 7)]),
    'photo_damaged',
  ],
];
test.each(refusals)('refuses %s', async (_, make, code) => {
  await expect(decode(await make())).rejects.toMatchObject({ code });
});

test('refuses a decompression bomb before decoding it', async () => {
  const before = process.memoryUsage().rss;
  await decode(bombPng()).catch(() => {});
  expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
});

test('refuses an extremely long strip before decoding it', async () => {
  const strip = await picture(2100, 100).png().toBuffer();
  await expect(decode(strip)).rejects.toMatchObject({ code: 'photo_unsupported' });
});
