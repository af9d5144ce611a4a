import { parentPort, workerData } from 'node:worker_threads';
import libheif from 'libheif-js/libheif-wasm/libheif.js';
import { must } from '#contract/must.ts';

// Decodes one HEIC photo in a worker thread, which `heic.ts` terminates if it takes too long.

interface Image {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    done: (result: object | null) => void,
  ): void;
}
interface LibHeif {
  HeifDecoder: new () => { decode(content: Uint8Array): Image[] };
}

const { content, wasm, mostPixels, mostBytes } = workerData as {
  content: Uint8Array;
  wasm: WebAssembly.Module;
  mostPixels: number;
  mostBytes: number;
};

/**
 * The library grows its memory through this object. Above the limit the allocation fails, and the photo is
 * refused as damaged.
 */
function limit(memory: WebAssembly.Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65_536 > mostBytes) throw new RangeError('out of memory');
    return grow(pages);
  };
}

const heif = (await libheif({
  print() {},
  printErr() {},
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
    const instance = new WebAssembly.Instance(wasm, imports);
    for (const part of Object.values(instance.exports)) if (part instanceof WebAssembly.Memory) limit(part);
    done(instance);
    return instance.exports;
  },
})) as LibHeif;

const port = must(parentPort, 'parent of this worker');
const answer = (message: object, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);

const images = new heif.HeifDecoder().decode(content);
const image = images.find((one) => one.is_primary()) ?? images[0];
if (!image) answer({ error: 'unreadable' });
else {
  // Dimensions after the rotation stored in the file.
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > mostPixels) answer({ error: 'too_large' });
  else {
    const data = new Uint8ClampedArray(width * height * 4);
    image.display({ data, width, height }, (result) =>
      result ? answer({ data, width, height }, [data.buffer]) : answer({ error: 'damaged' }),
    );
  }
}
