/** Pictures in the browser: opened, turned, cut and made smaller before they travel. */

/** What the picker offers. The server goes by content, whatever a file says of itself. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif';
export const MAX_MEGABYTES = 15;

/** Longest side of what is sent, pixels: twice the largest picture the site shows. */
const LONGEST_SIDE = 2400;

/** A photo that the browser can show: its address and its size, upright. */
export interface Picture {
  url: string;
  width: number;
  height: number;
}

/** A rectangle of a picture, in its own pixels. */
export interface Cut {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const isHeic = (file: File) => /hei[cf]$/i.test(file.type) || /\.hei[cf]$/i.test(file.name);

/** Opens a file; null when this browser cannot decode it (HEIC outside Safari, or no picture at all). `release` it afterwards. */
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

export const release = (picture: Picture | null) => picture && URL.revokeObjectURL(picture.url);

/** The picture a quarter further to the right. */
export async function turned(picture: Picture): Promise<Picture> {
  const image = await load(picture.url);
  const canvas = canvasOf(picture.height, picture.width);
  const context = canvas.getContext('2d')!;
  context.translate(picture.height, 0);
  context.rotate(Math.PI / 2);
  context.drawImage(image, 0, 0, picture.width, picture.height);
  return { url: URL.createObjectURL(await toJpeg(canvas, 0.95)), width: picture.height, height: picture.width };
}

/** The part of the picture as a JPEG, ready to send. Drawing it again leaves place and camera behind. */
export async function cutOut(picture: Picture, cut: Cut, longestSide = LONGEST_SIDE): Promise<Blob> {
  const image = await load(picture.url);
  const scale = Math.min(1, longestSide / Math.max(cut.width, cut.height));
  const canvas = canvasOf(Math.round(cut.width * scale), Math.round(cut.height * scale));
  const context = canvas.getContext('2d')!;
  // A see-through picture would turn black as JPEG.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, cut.x, cut.y, cut.width, cut.height, 0, 0, canvas.width, canvas.height);
  return toJpeg(canvas, 0.9);
}

/** A file as a JPEG of no more than this many pixels on its longest side; null when this browser cannot decode it. */
export async function shrunk(file: Blob, longestSide: number): Promise<Blob | null> {
  const picture = await openPicture(file);
  try {
    return picture && (await cutOut(picture, whole(picture), longestSide));
  } catch {
    return null;
  } finally {
    release(picture);
  }
}

export const whole = ({ width, height }: Picture): Cut => ({ x: 0, y: 0, width, height });

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
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture can not be written.'))), 'image/jpeg', quality),
  );
