import sharp from 'sharp';
import { drawShot } from './portraits/draw.ts';
import type { Face } from './portraits/faces.ts';
import { shotOf } from './portraits/shots.ts';

export { faces, facesFor, isCovered, type Face, type Gender, type HairColor } from './portraits/faces.ts';
export { shotsPerFace } from './portraits/shots.ts';

/**
 * Draws the `n`th photo of a demo face as a JPEG of 960 x 1280 (3:4), like one from a camera. The drawing is
 * DiceBear's notionists (CC0) in the site's colours, without real faces. The same face and number result in
 * the same bytes.
 */
export async function drawPortrait(face: Face, n: number): Promise<Buffer> {
  return sharp(Buffer.from(drawShot(shotOf(face, n))))
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
