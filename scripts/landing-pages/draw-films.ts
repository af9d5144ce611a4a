import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { eveningFrame } from './evening-film.ts';
import { streetFrame } from './street-film.ts';

// `node scripts/run.mjs scripts/landing-pages/draw-films.ts [street|evening]`: draws the landing pages' films frame by frame
// and encodes them with ffmpeg (web/landing-pages/film/films). The films are committed, so run it only after
// changing a drawing.

const FOLDER = join(import.meta.dirname, '../../web/landing-pages/film/films');
const FPS = 24;
const MOST = 400_000;

const films = [
  { name: 'street', seconds: 8, frame: streetFrame, still: 0.45, webm: 42, mp4: 33, width: 960 },
  { name: 'evening', seconds: 12, frame: eveningFrame, still: 0.06, webm: 40, mp4: 30, width: 960 },
];

for (const { name, seconds, frame, still, webm, mp4, width } of films) {
  if (process.argv[2] && process.argv[2] !== name) continue;
  const path = (ending: string) => join(FOLDER, `${name}.${ending}`);
  const encoded = [
    [
      '-c:v',
      'libvpx-vp9',
      '-crf',
      String(webm),
      '-b:v',
      '0',
      '-row-mt',
      '1',
      '-deadline',
      'good',
      '-cpu-used',
      '3',
      '-pix_fmt',
      'yuv420p',
      '-an',
      path('webm'),
    ],
    [
      '-c:v',
      'libx264',
      '-crf',
      String(mp4),
      '-preset',
      'slow',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
      '-an',
      path('mp4'),
    ],
  ];
  const ffmpeg = spawn(
    'ffmpeg',
    [
      '-y',
      '-loglevel',
      'error',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${width}x${(width * 9) / 16}`,
      '-r',
      String(FPS),
      '-i',
      '-',
      ...encoded.flat(),
    ],
    {
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  );
  for (let n = 0; n < seconds * FPS; n++) {
    const picture = await sharp(Buffer.from(frame(n / (seconds * FPS))))
      .resize(width)
      .flatten()
      .removeAlpha()
      .raw()
      .toBuffer();
    if (!ffmpeg.stdin.write(picture)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  await once(ffmpeg, 'exit');
  await sharp(Buffer.from(frame(still)))
    .resize(1280)
    .webp({ quality: 72, effort: 6 })
    .toFile(path('webp'));
  for (const ending of ['webm', 'mp4', 'webp']) {
    const { size } = statSync(path(ending));
    console.log(`${name}.${ending}: ${size} bytes`);
    if (size > MOST) process.exitCode = 1;
  }
}
