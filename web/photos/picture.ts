/** Types offered by the file picker. The server checks the content and ignores the declared type. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif';
export const MAX_MEGABYTES = 15;

const LONGEST_SIDE = 2400;

export interface Picture {
  url: string;
  width: number;
  height: number;
}

export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const isHeic = (file: File) => /hei[cf]$/i.test(file.type) || /\.hei[cf]$/i.test(file.name);

/**
 * Decodes a file. Null if this browser cannot (HEIC outside Safari, or not an image). Callers must `releasePicture`
 * the picture.
 */
export async function openPicture(file: Blob): Promise<Picture | null> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const picture = { url: URL.createObjectURL(file), width: bitmap.width, height: bitmap.height };
    bitmap.close();
    return picture;
  } catch {
    return null;
  }
}

export const releasePicture = (picture: Picture | null) => picture && URL.revokeObjectURL(picture.url);

export async function turnQuarter(picture: Picture): Promise<Picture> {
  const image = await load(picture.url);
  const canvas = canvasOf(picture.height, picture.width);
  const context = contextOf(canvas);
  context.translate(picture.height, 0);
  context.rotate(Math.PI / 2);
  context.drawImage(image, 0, 0, picture.width, picture.height);
  return {
    url: URL.createObjectURL(await toJpeg(canvas, 0.95)),
    width: picture.height,
    height: picture.width,
  };
}

/** Crops to a JPEG for upload. Redrawing removes metadata such as location and camera. */
export async function cropToJpeg(picture: Picture, cut: CropArea, longestSide = LONGEST_SIDE): Promise<Blob> {
  const image = await load(picture.url);
  const scale = Math.min(1, longestSide / Math.max(cut.width, cut.height));
  const canvas = canvasOf(Math.round(cut.width * scale), Math.round(cut.height * scale));
  const context = contextOf(canvas);
  // Transparent areas would turn black in a JPEG.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, cut.x, cut.y, cut.width, cut.height, 0, 0, canvas.width, canvas.height);
  return toJpeg(canvas, 0.9);
}

/**
 * Downscales a file to a JPEG with at most this many pixels on its longest side. Null if this browser cannot
 * decode it.
 */
export async function shrinkImage(file: Blob, longestSide: number): Promise<Blob | null> {
  const picture = await openPicture(file);
  try {
    return picture && (await cropToJpeg(picture, wholePicture(picture), longestSide));
  } catch {
    return null;
  } finally {
    releasePicture(picture);
  }
}

export const wholePicture = ({ width, height }: Picture): CropArea => ({ x: 0, y: 0, width, height });

function canvasOf(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  return canvas;
}

function load(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The picture can not be shown.'));
    image.src = url;
  });
}

const toJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture can not be written.'))),
      'image/jpeg',
      quality,
    ),
  );

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no 2D canvas');
  return context;
}
