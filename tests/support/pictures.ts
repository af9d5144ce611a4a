import { readFileSync } from 'node:fs';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';

/** A picture with visible content: a head on a background. */
const drawing = (width: number, height: number) =>
  Buffer.from(`
  <svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 90 120" preserveAspectRatio="none">
    <defs><linearGradient id="sky" x2="1" y2="1"><stop stop-color="#f4c7b0"/><stop offset="1" stop-color="#7a3b52"/></linearGradient></defs>
    <rect width="90" height="120" fill="url(#sky)"/><circle cx="45" cy="45" r="22" fill="#ffe7d6"/><circle cx="38" cy="42" r="3"/><circle cx="53" cy="42" r="3"/>
    <path d="M38 54q7 6 14 0" stroke="#300" fill="none" stroke-width="2"/><path d="M15 120q30-60 60 0z" fill="#24405c"/></svg>`);

export const picture = (width = 900, height = 1200) => sharp(drawing(width, height));

/** A drawn, unclothed figure without details, for which the model's verdict is 9%. */
export const figure = () =>
  sharp(
    Buffer.from(`
  <svg xmlns="http://www.w3.org/2000/svg" width="480" height="640"><defs><radialGradient id="light" cx=".4" cy=".3" r=".9"><stop stop-color="#fff" stop-opacity=".35"/><stop offset="1" stop-color="#000" stop-opacity=".35"/></radialGradient></defs>
    <rect width="480" height="640" fill="#56705f"/>
    <path d="M214 176h52q8 26 62 34 26 12 30 90l10 130h-38l-14-120-8 60q10 60 4 100l-6 170h-58l-8-150-8 150h-58l-6-170q-6-40 4-100l-8-60-14 120h-38l10-130q4-78 30-90 54-8 62-34z" fill="#f6d3bd"/>
    <path d="M190 300q26 22 48 0M244 300q26 22 48 0M240 320v90M226 452q14 10 28 0" stroke="#000" stroke-opacity=".25" stroke-width="5" fill="none"/>
    <circle cx="240" cy="410" r="4" fill-opacity=".4"/><circle cx="240" cy="120" r="62" fill="#f6d3bd"/>
    <path d="M176 116q10-90 64-84 60-4 64 84-26-50-64-48-40-2-64 48z" fill="#2d1d15"/><circle cx="218" cy="122" r="6"/><circle cx="262" cy="122" r="6"/>
    <path d="M216 150q24 18 48 0" stroke="#822" stroke-width="5" fill="none"/><rect width="480" height="640" fill="url(#light)"/></svg>`),
  );

/**
 * A JPEG as phones write it: on its side with the rotation in EXIF, and with the place where it was taken.
 */
export const phoneJpeg = () =>
  picture(1200, 900)
    .withExif({
      IFD0: { Make: 'CanaryPhone', ImageDescription: 'canary-home' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 5/1 27/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '5/1 7/1 17/1',
      },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">canary-xmp</rdf:RDF></x:xmpmeta>',
    )
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/**
 * A HEIC as newer phones write it: on its side with the rotation in the container (`irot`), EXIF and XMP like
 * `phoneJpeg`. Made once with heif-enc.
 */
export const phoneHeic = () => readFileSync(new URL('phone.heic', import.meta.url));

export const heic = () => {
  const box = (type: string, body: Buffer) =>
    Buffer.concat([Buffer.from([0, 0, 0, body.length + 8]), Buffer.from(type), body]);
  return Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1MiHEheic')), box('mdat', Buffer.alloc(64))]);
};

/** A PNG of 30,000 x 30,000 pixels in a few hundred bytes that would decode to 2.7 GB. */
export function bombPng(): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.concat([Buffer.from(type), body]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(body.length, 0);
    frame.writeUInt32BE(crc32(head), 4);
    return Buffer.concat([frame.subarray(0, 4), head, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(30_000, 0);
  header.writeUInt32BE(30_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An empty ZIP file, which is only its end record. */
export const emptyZip = () => Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)]);
