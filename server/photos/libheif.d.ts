declare module 'libheif-js/libheif-wasm/libheif.js' {
  /** The library with the parts of Emscripten's module given; ours to name in `heic-worker.ts`. */
  export default function libheif(parts: object): Promise<unknown>;
}
