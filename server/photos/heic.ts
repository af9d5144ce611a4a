import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { refuse } from '../platform/http/refusal.ts';
import { runInThread } from './run-in-thread.ts';

export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

type Answer =
  | { data: Uint8ClampedArray; width: number; height: number }
  | { error: 'unreadable' | 'too_large' | 'damaged' };

/** 40 megapixels take 160 MB as RGBA, and as much again during decoding. */
const MOST_BYTES = 640 * 1024 * 1024;
const SECONDS = 30;

let compiled: Promise<WebAssembly.Module> | undefined;

const library = () =>
  (compiled ??= readFile(createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm')).then(
    (bytes) => WebAssembly.compile(bytes),
  ));

/**
 * Decodes phones' HEIC photos with libheif in WebAssembly, because sharp cannot read HEVC. A worker thread
 * limits time and memory. The result is upright and contains only pixels. Throws `photo_too_large` above
 * `mostMegapixels`, `photo_damaged` for a file that is broken, truncated or exceeds time or memory, and
 * `photo_heic` if the file contains no supported picture.
 */
export async function unpackHeic(content: Buffer, mostMegapixels: number): Promise<Pixels> {
  const tooLarge = () => refuse('photo_too_large', { megapixels: mostMegapixels });
  const announced = largestImage(content);
  if (announced > mostMegapixels * 1e6) throw tooLarge();
  const workerData = {
    content: new Uint8Array(content),
    wasm: await library(),
    mostPixels: mostMegapixels * 1e6,
    mostBytes: MOST_BYTES,
  };
  const answer = (await runInThread<Answer>(new URL('./heic-worker.ts', import.meta.url), workerData, {
    seconds: SECONDS,
    megabytes: 128,
  })) ?? { error: 'damaged' };
  if (!('error' in answer))
    return { data: Buffer.from(answer.data.buffer), width: answer.width, height: answer.height };
  if (answer.error === 'too_large') throw tooLarge();
  throw refuse(answer.error === 'unreadable' && announced === 0 ? 'photo_heic' : 'photo_damaged');
}

/**
 * Pixel count of the largest image that the container declares in its `ispe` boxes, known before decoding.
 */
function largestImage(content: Buffer): number {
  let most = 0;
  for (
    let at = content.indexOf('ispe', 0, 'latin1');
    at >= 0 && at + 16 <= content.length;
    at = content.indexOf('ispe', at + 4, 'latin1')
  ) {
    // The letters "ispe" also occur by chance in compressed data. A real box has 20 bytes, version zero and
    // no flags.
    if (at < 4 || content.readUInt32BE(at - 4) !== 20 || content.readUInt32BE(at + 4) !== 0) continue;
    most = Math.max(most, content.readUInt32BE(at + 8) * content.readUInt32BE(at + 12));
  }
  return most;
}
