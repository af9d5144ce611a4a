import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { accentColours } from '#contract/lists/accent-colours.ts';
import { fixedColours, palette } from '#contract/lists/palette.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { App } from '../platform/app.ts';
import { answerError } from '../platform/http/answers.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from './site.ts';

/**
 * `side` is in pixels. `toEdges` extends the background to the edges of icons that the operating system
 * masks.
 */
const icons: Readonly<Record<string, { side: number; toEdges: boolean }>> = {
  '64.png': { side: 64, toEdges: false },
  '192.png': { side: 192, toEdges: false },
  '512.png': { side: 512, toEdges: false },
  'maskable.png': { side: 512, toEdges: true },
  'apple.png': { side: 180, toEdges: true },
};
type Icon = (typeof icons)[string];

/** Corner radius of unmasked icons, in percent of the side. */
const ROUND = 28;
/** A picture without a background is scaled down, so that no mask cuts into it. */
const INNER = 0.72;
const MOST_KEPT = 200;

/**
 * `/icons/<name>.png`: icons of the installed app, of its notifications and of the browser tab, for the
 * requested host's site. They show the operator's picture (`app_icon`), or else a heart in the site's accent
 * colour.
 */
export function registerAppIcons(http: FastifyInstance, app: App): void {
  const kept = new LRUCache<string, Buffer>({ max: MOST_KEPT });
  http.get<{ Params: { file: string } }>(
    '/icons/:file',
    { errorHandler: answerError },
    async (request, reply) => {
      const { file } = request.params;
      const icon = Object.hasOwn(icons, file) ? icons[file] : undefined;
      if (!icon) throw refuse('not_found');
      const { accent, app_icon: own } = await settingsOf(app, request.hostname);
      const key = `${file} ${own ?? accent}`;
      let drawn = kept.get(key);
      if (!drawn) {
        drawn = await draw(icon, accent, own ? await pictureAt(app, own) : null);
        kept.set(key, drawn);
      }
      return reply
        .type('image/png')
        .header('cache-control', 'public, max-age=3600')
        .header('x-content-type-options', 'nosniff')
        .send(drawn);
    },
  );
}

async function pictureAt(app: Pick<App, 'db'>, address: string): Promise<Buffer | null> {
  const name = /([0-9a-f]{64})\.webp$/.exec(address)?.[1] ?? '';
  const { rows } = await sql<{
    content: Buffer;
  }>`select content from site_pictures where name = ${name}`.execute(app.db);
  return rows[0]?.content ?? null;
}

async function draw(icon: Icon, accent: SiteSettings['accent'], own: Buffer | null): Promise<Buffer> {
  const { side } = icon;
  if (!own)
    return sharp(Buffer.from(heart(icon, accent)))
      .png()
      .toBuffer();
  const opaque = (await sharp(own).stats()).isOpaque;
  const inner = opaque ? side : Math.round(side * INNER);
  const picture = await sharp(own)
    .resize(inner, inner, { fit: opaque ? 'cover' : 'contain', background: '#00000000' })
    .png()
    .toBuffer();
  return sharp(Buffer.from(svg(side, ground(icon, palette.paper[0]))))
    .composite([
      { input: picture },
      { input: Buffer.from(svg(side, ground(icon, '#000000'))), blend: 'dest-in' },
    ])
    .png()
    .toBuffer();
}

const ground = ({ toEdges }: Icon, colour: string) =>
  `<rect width="64" height="64" rx="${toEdges ? 0 : (64 * ROUND) / 100}" fill="${colour}"/>`;
const svg = (side: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 64 64">${content}</svg>`;

function heart(icon: Icon, accent: SiteSettings['accent']): string {
  const [colour] = accent === 'red' ? palette.red : accentColours[accent].red;
  const path =
    'M32 49.5c-1 0-17-9.7-17-21.7 0-5.7 4.3-9.8 9.3-9.8 3.3 0 6.2 1.8 7.7 4.6 1.5-2.8 4.4-4.6 7.7-4.6 5 0 9.3 4.1 9.3 9.8 0 12-16 21.7-17 21.7z';
  return svg(icon.side, `${ground(icon, colour)}<path d="${path}" fill="${fixedColours.cream}"/>`);
}
