/** The part of the untyped package that scripts/build/subset-fonts.ts uses. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: { targetFormat: 'woff2'; variationAxes?: Record<string, number | { min: number; max: number }> },
  ): Promise<Buffer>;
}
