import sharp from 'sharp';
import { pdqOf, type Pdq } from './pdq.ts';

/** The reference implementation scales pictures that are wider or higher to a square of this size first. */
const MOST_PIXELS = 512;

/** The PDQ hash of a stored picture. */
export async function hashPicture(picture: Uint8Array): Promise<Pdq> {
  const image = sharp(picture).removeAlpha().toColourspace('srgb');
  const { width, height } = await image.metadata();
  if (width > MOST_PIXELS || height > MOST_PIXELS) image.resize(MOST_PIXELS, MOST_PIXELS, { fit: 'fill' });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return pdqOf({ data, width: info.width, height: info.height });
}
