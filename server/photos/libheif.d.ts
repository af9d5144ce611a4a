declare module 'libheif-js/libheif-wasm/libheif.js' {
  export default function libheif(parts: object): Promise<unknown>;
}
