export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic';

/** The format by the file's first bytes, whatever its name or type says; null for anything that is not taken. */
export function sniff(content: Buffer): PhotoFormat | null {
  if (content.length < 32) return null;
  if (content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff) return 'jpeg';
  if (content.subarray(0, 8).equals(PNG)) return 'png';
  if (ascii(content, 0, 4) === 'RIFF' && ascii(content, 8, 12) === 'WEBP') return 'webp';
  if (ascii(content, 4, 8) === 'ftyp') return heifFormat(content);
  return null;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

const ascii = (content: Buffer, from: number, to: number) => content.toString('latin1', from, to);

/** AVIF and HEIC share a container; its brands tell them apart, and `avif` among the compatible ones decides. */
function heifFormat(content: Buffer): PhotoFormat | null {
  const end = Math.min(content.readUInt32BE(0), 256, content.length);
  const brands = [ascii(content, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(content, at, at + 4));
  if (brands.includes('avif') || brands.includes('avis')) return 'avif';
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? 'heic' : null;
}

/** Where other formats are looked for: a browser or unpacker reads no further. */
const EDGE = 64 * 1024;

/**
 * Whether the picture is another file as well (a polyglot): a ZIP or JAR, a PDF, or a page with script that sits at the
 * photo's edges. What is kept is re-encoded anyway; who sends such a file does not send a photo. Moving pictures and
 * second pictures that phones append are no reason.
 */
export function isPolyglot(content: Buffer): boolean {
  const head = content.toString('latin1', 0, EDGE);
  const tail = content.toString('latin1', Math.max(0, content.length - EDGE - 22));
  return head.slice(0, 1024).includes('%PDF-') || SCRIPT.test(head) || SCRIPT.test(tail) || endsAsZip(content);
}

const SCRIPT = /<script[\s>]|<\?php\s|<!doctype html|<html[\s>]|<iframe\s|<svg[\s>]/i;

/** A ZIP is found from its end: a record whose comment reaches exactly to the end of the file. */
function endsAsZip(content: Buffer): boolean {
  for (let at = content.length - 22; at >= 0 && at >= content.length - 22 - 0xffff; at--) {
    if (content.readUInt32LE(at) === 0x06054b50 && content.readUInt16LE(at + 20) === content.length - at - 22) return true;
  }
  return false;
}
