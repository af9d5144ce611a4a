import sharp from 'sharp';

/** Bits that may differ between two copies of one picture: another size, another compression. */
export const SAME_WITHIN_BITS = 6;

/**
 * What a picture looks like in 64 bits (whether each of 8 x 8 patches is brighter than its right neighbour), as a signed
 * integer in decimal. Copies of one picture differ in a few bits, whatever their size or compression.
 */
export async function fingerprint(picture: Uint8Array): Promise<string> {
  const pixels = await sharp(picture).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer();
  let bits = 0n;
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) bits = (bits << 1n) | BigInt(pixels[row * 9 + column]! > pixels[row * 9 + column + 1]!);
  }
  return BigInt.asIntN(64, bits).toString();
}
