export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic';

/**
 * Detects the format from the file's first bytes; its name and declared type do not count. Returns null if
 * unsupported.
 */
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

/**
 * AVIF and HEIC share a container and differ in their brands. A file that lists `avif` is AVIF, even if it
 * lists HEIC brands too.
 */
function heifFormat(content: Buffer): PhotoFormat | null {
  const end = Math.min(content.readUInt32BE(0), 256, content.length);
  const brands = [ascii(content, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(content, at, at + 4));
  if (brands.includes('avif') || brands.includes('avis')) return 'avif';
  return brands.some((brand) => HEIC_BRANDS.has(brand)) ? 'heic' : null;
}

/**
 * Only this much of either end is searched for other formats, because browsers and unzip tools look no
 * further.
 */
const EDGE = 64 * 1024;

/**
 * Returns whether the picture is also a valid file of another type (a polyglot): a ZIP or JAR, a PDF, or a
 * page with script at either end. Stored files are re-encoded and therefore harmless, but nobody sends such a
 * file as a photo. Videos and second pictures that phones append are allowed.
 */
export function isPolyglot(content: Buffer): boolean {
  const head = content.toString('latin1', 0, EDGE);
  const tail = content.toString('latin1', Math.max(0, content.length - EDGE - 22));
  return (
    head.slice(0, 1024).includes('%PDF-') || SCRIPT.test(head) || SCRIPT.test(tail) || endsAsZip(content)
  );
}

const SCRIPT = /<script[\s>]|<\?php\s|<!doctype html|<html[\s>]|<iframe\s|<svg[\s>]/i;

/** A ZIP file is recognised by its last record, whose comment ends exactly where the file ends. */
function endsAsZip(content: Buffer): boolean {
  for (let at = content.length - 22; at >= 0 && at >= content.length - 22 - 0xffff; at--) {
    if (content.readUInt32LE(at) === 0x06054b50 && content.readUInt16LE(at + 20) === content.length - at - 22)
      return true;
  }
  return false;
}
