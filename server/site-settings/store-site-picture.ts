import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Db } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';

/** Magic bytes of accepted formats. Other content, above all SVG, is rejected before any decoder reads it. */
const beginnings: readonly ((content: Buffer) => boolean)[] = [
  (content) => content.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47])),
  (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (content) =>
    content.subarray(0, 4).toString('latin1') === 'RIFF' &&
    content.subarray(8, 12).toString('latin1') === 'WEBP',
  (content) => /^ftypavi[fs]$/.test(content.subarray(4, 12).toString('latin1')),
];
const MOST_PIXELS = 40_000_000;

/**
 * Stores a site picture (a logo, a gift) as WebP within `width` and `height`, and returns its address. Equal
 * pictures share an address. Throws `invalid_fields` (`file`) if the content is not a picture.
 */
export async function storeSitePicture(
  db: Db,
  content: Buffer,
  { width, height }: { width: number; height: number },
): Promise<string> {
  if (!beginnings.some((fits) => fits(content))) throw refuseFields({ file: 'picture_invalid' });
  const drawn = await sharp(content, { limitInputPixels: MOST_PIXELS })
    .rotate()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90, alphaQuality: 95 })
    .toBuffer()
    .catch(() => {
      throw refuseFields({ file: 'picture_invalid' });
    });
  const name = createHash('sha256').update(drawn).digest('hex');
  await sql`insert into site_pictures (name, content) values (${name}, ${drawn}) on conflict do nothing`.execute(
    db,
  );
  return `/site-pictures/${name}.webp`;
}
