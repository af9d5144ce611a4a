import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { day } from '#contract/lists/palette.ts';
import { itemAt } from '#contract/must.ts';
import { type Mood, moodColours } from '#contract/rules/landing-rules.ts';

export interface PictureWords {
  site: string;
  headline: string;
  lead: string;
  imagery: Mood;
  faces: string[];
}

const WIDTH = 1200;
const HEIGHT = 630;
const CAST = join(import.meta.dirname, '../../web/drawings/cast');
const require = createRequire(import.meta.url);
const fontfile = (weight: string) =>
  require.resolve(`@expo-google-fonts/instrument-sans/${weight}/InstrumentSans_${weight}.ttf`);

/** There are few images (one for each slug, language and site), and crawlers request them in bursts. */
const imageByWords = new LRUCache<string, Buffer>({
  max: 200,
  maxSize: 30_000_000,
  sizeCalculation: ({ length }) => length,
});

export async function pagePicture(words: PictureWords): Promise<Buffer> {
  const key = JSON.stringify(words);
  const known = imageByWords.get(key);
  if (known) return known;
  const made = await draw(words);
  imageByWords.set(key, made);
  return made;
}

async function draw({ site, headline, lead, imagery, faces }: PictureWords): Promise<Buffer> {
  const [deep, bright] = moodColours[imagery];
  const back =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><radialGradient id="g" cx=".8" cy=".3" r=".7"><stop stop-color="${bright}"/><stop offset="1" stop-color="${bright}" stop-opacity="0"/></radialGradient></defs>` +
    `<rect width="100%" height="100%" fill="${day.paper}"/><rect width="100%" height="100%" fill="url(#g)"/><rect width="14" height="100%" fill="${deep}"/></svg>`;
  const cards = await Promise.all(
    faces.slice(0, 3).map((face, place) => card(face, itemAt([4, -8, 11], place))),
  );
  const places = [
    { left: 800, top: 92 },
    { left: 690, top: 152 },
    { left: 916, top: 152 },
  ];
  const [name, title, text] = await Promise.all([
    write(site, '700Bold', 40, day['red-text'], 560, 60),
    write(headline, '700Bold', 74, day.ink, 620, 270),
    write(lead, '400Regular', 30, day['ink-2'], 560, 160),
  ]);
  return sharp(Buffer.from(back))
    .composite([
      ...cards.map((input, place) => ({ input, ...itemAt(places, place) })).toReversed(),
      { input: name, left: 70, top: 62 },
      { input: title, left: 70, top: 150 },
      { input: text, left: 70, top: 450 },
    ])
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer();
}

async function card(face: string, tilt: number): Promise<Buffer> {
  const [width, height] = [270, 360];
  const mask = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="24"/></svg>`,
  );
  const cut = await sharp(await readFile(join(CAST, `${face}.webp`)))
    .resize(width, height)
    .composite([{ input: mask, blend: 'dest-in' }])
    .png()
    .toBuffer();
  return sharp(cut)
    .rotate(tilt, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

async function write(
  text: string,
  weight: string,
  size: number,
  colour: string,
  width: number,
  height: number,
): Promise<Buffer> {
  const plain = text.replace(/[&<>]/g, (sign) => ESCAPED[sign] ?? sign);
  for (let points = size; ; points -= 6) {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${colour}">${plain}</span>`,
        font: `Instrument Sans ${points * 0.75}`,
        fontfile: fontfile(weight),
        width,
        rgba: true,
        dpi: 96,
        wrap: 'word',
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    if ((info.height <= height && info.width <= width) || points <= 18) return data;
  }
}
