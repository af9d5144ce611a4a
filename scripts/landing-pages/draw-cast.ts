import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { itemAt } from '#contract/must.ts';
import { drawShot } from '#seeds/portraits/draw.ts';
import { faces, type Face } from '#seeds/portraits/faces.ts';
import { shotOf } from '#seeds/portraits/shots.ts';

// `node scripts/run.mjs scripts/landing-pages/draw-cast.ts`: draws the example profiles of landing pages
// (web/drawings/cast/*.webp) in the style of the demo members' portraits: DiceBear Notionists (CC0) in the
// site's colours, without real faces.

const FOLDER = join(import.meta.dirname, '../../web/drawings/cast');

const wanted: { name: string; pick: (face: Face) => boolean; count: number }[] = [
  { name: 'w-young', pick: ({ gender, ages }) => gender === 'female' && ages[0] < 39, count: 6 },
  {
    name: 'w-middle',
    pick: ({ gender, ages }) => gender === 'female' && ages[0] >= 39 && ages[0] < 59,
    count: 6,
  },
  { name: 'w-old', pick: ({ gender, ages }) => gender === 'female' && ages[0] >= 59, count: 6 },
  { name: 'm', pick: ({ gender, ages }) => gender === 'male' && ages[0] < 59, count: 7 },
];

mkdirSync(FOLDER, { recursive: true });
for (const { name, pick, count } of wanted) {
  const fitting = faces.filter(pick);
  for (let n = 0; n < count; n++) {
    const face = itemAt(fitting, Math.floor((n * fitting.length) / count));
    const shot = { ...shotOf(face, 0), view: 1560 };
    await sharp(Buffer.from(drawShot(shot)))
      .resize(480, 640)
      .webp({ quality: 76, effort: 6, smartSubsample: true })
      .toFile(join(FOLDER, `${name}-${n + 1}.webp`));
  }
}
