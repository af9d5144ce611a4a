import sharp, { type Metadata, type Sharp } from 'sharp';
import { itemAt } from '#contract/must.ts';
import { refuse } from '../platform/http/refusal.ts';
import { unpackHeic } from './heic.ts';
import { isPolyglot, sniff } from './sniff.ts';
import { inTurn } from './turns.ts';

/** Stored widths of each photo in pixels. The files are scaled, not cropped. */
export const PHOTO_WIDTHS = [160, 480, 960] as const;
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];
/** A file of a photo: one of the widths, or the blurred thumbnail that replaces a locked photo. */
export type PhotoVariant = `${PhotoWidth}` | 'blur';
export const PHOTO_VARIANTS: readonly PhotoVariant[] = ['160', '480', '960', 'blur'];

export const MAX_MEGAPIXELS = 40;
export const MAX_BYTES = 15 * 1024 * 1024;

export interface ProcessedPhoto {
  width: number;
  height: number;
  /**
   * The photo probably shows nobody: it has one colour, or is too small. The automatic screening leaves it to
   * an operator.
   */
  doubtful: boolean;
  colour: string;
  files: { variant: PhotoVariant; content: Buffer }[];
}

/** Enough pixels to show that there is a person, too few to recognise them. */
const BLUR_PIXELS = 14;
const LEAST_PIXELS = 120;
const PROCESS_SECONDS = 20;
const MOST_TIMES_AS_LONG = 20;

/**
 * Converts an uploaded photo for storage: upright, without metadata (location, camera, thumbnails), in sRGB,
 * as WebP in each width and blurred. The uploaded file itself is not stored. Throws `too_large` above 15 MB;
 * `photo_unsupported` for content in another format, for polyglots and for strips over 20 times as long as
 * wide; `photo_heic` for a HEIC container without a readable picture; `photo_too_large` above 40 megapixels,
 * before decoding; and `photo_damaged` for a truncated or broken file.
 */
export async function processPhoto(content: Buffer, owner: string): Promise<ProcessedPhoto> {
  if (content.length > MAX_BYTES) throw refuse('too_large', { megabytes: MAX_BYTES / 1024 / 1024 });
  const format = sniff(content);
  if (format === null || isPolyglot(content)) throw refuse('photo_unsupported');
  return inTurn(owner, async () => {
    if (format === 'heic') return deriveFrom(await unpacked(content));
    const photo = sharp(content, {
      limitInputPixels: MAX_MEGAPIXELS * 1e6,
      failOn: 'error',
      pages: 1,
      sequentialRead: true,
    });
    const { width, height, compression } = await metadataOf(photo);
    // An AVIF container may still contain HEVC, which sharp cannot read.
    if (compression === 'hevc') return deriveFrom(await unpacked(content));
    if (width * height > MAX_MEGAPIXELS * 1e6)
      throw refuse('photo_too_large', { megapixels: MAX_MEGAPIXELS });
    if (isStrip(width, height)) throw refuse('photo_unsupported');
    return deriveFrom(photo);
  });
}

/**
 * No camera takes such pictures, and scaling one of 40 million pixels takes many times as long as scaling a
 * photo.
 */
const isStrip = (width: number, height: number) =>
  Math.max(width, height) > Math.min(width, height) * MOST_TIMES_AS_LONG;

async function unpacked(content: Buffer): Promise<Sharp> {
  const { data, width, height } = await unpackHeic(content, MAX_MEGAPIXELS);
  if (isStrip(width, height)) throw refuse('photo_unsupported');
  return sharp(data, { raw: { width, height, channels: 4 } });
}

async function deriveFrom(photo: Sharp): Promise<ProcessedPhoto> {
  try {
    return await derive(photo);
  } catch (error) {
    // A timeout on a busy machine does not mean that the photo is damaged.
    if (/^timeout/i.test((error as Error).message)) throw refuse('unavailable', undefined, 10);
    throw refuse('photo_damaged');
  }
}

async function metadataOf(photo: Sharp): Promise<Metadata> {
  try {
    return await photo.metadata();
  } catch (error) {
    if (/pixel limit/i.test((error as Error).message))
      throw refuse('photo_too_large', { megapixels: MAX_MEGAPIXELS });
    throw refuse('photo_damaged');
  }
}

async function derive(photo: Sharp): Promise<ProcessedPhoto> {
  const { data, info } = await photo
    .autoOrient()
    .resize({ width: 960, height: 1920, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .timeout({ seconds: PROCESS_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const whole = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

  const files: ProcessedPhoto['files'] = [];
  for (const width of PHOTO_WIDTHS) {
    const sized = whole().resize({ width, withoutEnlargement: true });
    // Effort 2 takes half the time of sharp's default 4 for 3% more bytes (960 x 1280: 32 ms instead of 69).
    files.push({
      variant: `${width}`,
      content: await sized.webp({ quality: width === 160 ? 72 : 80, effort: 2 }).toBuffer(),
    });
  }
  const tiny = await whole()
    .resize({ width: BLUR_PIXELS, height: BLUR_PIXELS, fit: 'inside' })
    .blur(1.1)
    .png()
    .toBuffer();
  files.push({
    variant: 'blur',
    content: await sharp(tiny)
      .resize({ width: 160, kernel: 'cubic' })
      .blur(6)
      .webp({ quality: 50 })
      .toBuffer(),
  });

  // Measured on the smallest size, because measuring the entropy of the full picture takes as long as
  // encoding it.
  const smallest = itemAt(files, 0).content;
  const { entropy } = await sharp(smallest).greyscale().stats();
  return {
    width: info.width,
    height: info.height,
    doubtful: entropy < 1.5 || Math.min(info.width, info.height) < LEAST_PIXELS,
    colour: await colourOf(smallest),
    files,
  };
}

/** The average colour of a stored file, as six hexadecimal digits. */
export const colourOf = async (webp: Uint8Array): Promise<string> =>
  (await sharp(webp).removeAlpha().resize(1, 1, { fit: 'fill' }).raw().toBuffer()).toString('hex');

/** AVIF files are a quarter smaller than WebP, but encoding is so slow that only a job does it. */
export const toAvif = (webp: Uint8Array): Promise<Buffer> =>
  inTurn('AVIF', () => sharp(webp).avif({ quality: 58, effort: 3 }).toBuffer());
