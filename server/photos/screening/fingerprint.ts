import sharp from 'sharp';
import { itemAt } from '#contract/must.ts';

/** Resized or recompressed copies of a picture differ in at most this many bits. */
export const SAME_WITHIN_BITS = 6;

/**
 * A perceptual hash of 64 bits (whether each of 8 x 8 patches is brighter than its right neighbour), as a
 * signed decimal integer. Copies of a picture differ in few bits even if resized or recompressed.
 */
export async function fingerprint(picture: Uint8Array): Promise<string> {
  const pixels = await sharp(picture).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer();
  let bits = 0n;
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++)
      bits = (bits << 1n) | BigInt(itemAt(pixels, row * 9 + column) > itemAt(pixels, row * 9 + column + 1));
  }
  return BigInt.asIntN(64, bits).toString();
}
