import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawPortrait, faces } from '#seeds/portraits.ts';
import { processPhoto, PHOTO_WIDTHS, toAvif } from '#server/photos/process-photo.ts';

/**
 * What a grid of 25 cards weighs as the site serves it: AVIF to browsers that take it, WebP to others, beside JPEG of the same pixels.
 * Writes benches/results/photo-formats.md: `node scripts/run.mjs scripts/measure/measure-photo-formats.ts`.
 */
const CARDS = 25;
/** Which file a browser takes for a card (`sizes` of web/ui/portrait-card.tsx). */
const SCREENS: [name: string, width: (typeof PHOTO_WIDTHS)[number]][] = [
  ['390 px, 2 pixels to a point', 480],
  ['390 px, 3 pixels to a point', 960],
  ['1440 px, 1 pixel to a point', 480],
  ['1440 px, 2 pixels to a point', 960],
];

type Sizes = Record<'jpeg' | 'webp' | 'avif', number>;

async function grid(photoOf: (n: number) => Promise<Buffer>): Promise<Map<number, Sizes>> {
  const sums = new Map<number, Sizes>();
  for (let n = 0; n < CARDS; n++) {
    const photo = await photoOf(n);
    const { files } = await processPhoto(photo);
    for (const width of PHOTO_WIDTHS) {
      const webp = files.find(({ variant }) => variant === String(width))!.content;
      const jpeg = await sharp(photo).resize({ width, withoutEnlargement: true }).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer();
      const sum = sums.get(width) ?? { jpeg: 0, webp: 0, avif: 0 };
      sums.set(width, { jpeg: sum.jpeg + jpeg.length, webp: sum.webp + webp.length, avif: sum.avif + (await toAvif(webp)).length });
    }
  }
  return sums;
}

const drawn = (n: number) => drawPortrait(faces[n % faces.length]!, 0);
/** A drawing has no grain, which is half of what a camera's picture weighs. */
async function grained(n: number): Promise<Buffer> {
  const photo = sharp(await drawn(n)).flatten({ background: '#ffffff' });
  const { width, height } = await photo.metadata();
  const noise = { width, height, channels: 3 as const, background: '#808080', noise: { type: 'gaussian' as const, mean: 128, sigma: 14 } };
  const grain = await sharp({ create: noise }).blur(0.6).png().toBuffer();
  return photo
    .composite([{ input: grain, blend: 'soft-light' }])
    .png()
    .toBuffer();
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(0);
const lines: string[] = [];
for (const [name, photoOf] of [
  ['as the demo draws them', drawn],
  ['with the grain of a camera', grained],
] as const) {
  const sums = await grid(photoOf);
  for (const [screen, width] of SCREENS) {
    const { jpeg, webp, avif } = sums.get(width)!;
    lines.push(
      `| ${name} | ${screen} | ${width} | ${kilobytes(jpeg)} | ${kilobytes(webp)} | ${kilobytes(avif)} | ${(avif / jpeg).toFixed(2)} | ${(avif / webp).toFixed(2)} |`,
    );
  }
}
writeFileSync(
  join(import.meta.dirname, '../../benches/results/photo-formats.md'),
  `# A grid of ${CARDS} cards in each format

Bytes of the photos of one page of members, kB. AVIF goes to browsers that say they take it (Chromium, Firefox, Safari since 16.4), WebP to others; JPEG, which the site does not keep, is of the same pixels at quality 80.
Portraits are those of the demo, since no real face is in the project: drawn ones, and the same with a camera's grain. Written by \`scripts/measure/measure-photo-formats.ts\`.

| portraits | screen | file, px wide | JPEG | WebP | AVIF | AVIF / JPEG | AVIF / WebP |
|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`,
);
console.log(lines.join('\n'));
