import { itemAt } from '#contract/must.ts';

// PDQ, the perceptual hash of 256 bits that lists of known illegal pictures use. This follows the reference
// implementation in C++ of github.com/facebook/ThreatExchange (BSD licence, Meta Platforms), and gives the same hashes:
// a tent filter scales the picture to 64 x 64, of which a cosine transform keeps 16 x 16 frequencies. Each bit tells
// whether a frequency is above their median.

const SIDE = 64;
const FREQUENCIES = 16;

export interface Pdq {
  /** 64 hexadecimal digits. */
  hash: string;
  /** From 0 to 100: how much detail the hash rests on. */
  quality: number;
}

/** Pixels of three bytes each: red, green, blue. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

export function pdqOf(pixels: Pixels): Pdq {
  const small = shrink(lumaOf(pixels), pixels);
  return { hash: hashOf(frequenciesOf(small)), quality: qualityOf(small) };
}

// `?? 0` satisfies the compiler where `itemAt`, which checks each index, takes three times as long.

function lumaOf({ data, width, height }: Pixels): Float32Array {
  const luma = new Float32Array(width * height);
  for (let at = 0, from = 0; at < luma.length; at++, from += 3)
    luma[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
  return luma;
}

/** The reference filters rows and columns in turn. The filters commute, so this filters only columns that are kept. */
function shrink(luma: Float32Array, { width, height }: Pixels): Float32Array {
  const narrow = new Float32Array(SIDE * height);
  const tentFiltered = tentFilter(Math.max(width, height));
  for (let row = 0; row < height; row++) {
    const line = tentFiltered(luma.subarray(row * width, (row + 1) * width));
    for (let column = 0; column < SIDE; column++)
      narrow[column * height + row] = line[centreOf(column, width)] ?? 0;
  }
  const small = new Float32Array(SIDE * SIDE);
  for (let column = 0; column < SIDE; column++) {
    const line = tentFiltered(narrow.subarray(column * height, (column + 1) * height));
    for (let row = 0; row < SIDE; row++) small[row * SIDE + column] = line[centreOf(row, height)] ?? 0;
  }
  return small;
}

const centreOf = (place: number, length: number) => Math.floor(((place + 0.5) * length) / SIDE);

/**
 * Returns a filter for lines of at most `longest` values. Its result is only valid until the next call, because all
 * lines share two arrays: new ones for each line fragmented the heap, which grew by 50 MB over 850 pictures.
 */
function tentFilter(longest: number): (line: Float32Array) => Float32Array {
  const [once, twice] = [new Float32Array(longest), new Float32Array(longest)];
  return (line) => {
    const window = Math.ceil(line.length / (2 * SIDE));
    const half = once.subarray(0, line.length);
    boxFilter(line, window, half);
    const whole = twice.subarray(0, line.length);
    boxFilter(half, window, whole);
    return whole;
  };
}

/** Averages over a window that is cut off at the ends of the line. */
function boxFilter(line: Float32Array, window: number, result: Float32Array): void {
  const ahead = Math.floor(window / 2);
  let sum = 0;
  let size = 0;
  for (let at = -ahead; at < line.length; at++) {
    const entering = at + ahead;
    const leaving = entering - window;
    if (entering < line.length) {
      sum += line[entering] ?? 0;
      size++;
    }
    if (leaving >= 0) {
      sum -= line[leaving] ?? 0;
      size--;
    }
    if (at >= 0) result[at] = sum / size;
  }
}

/** Row by row, the lowest 16 x 16 frequencies without the constant ones. */
const cosines = Float32Array.from(
  { length: FREQUENCIES * SIDE },
  (_, at) =>
    Math.sqrt(2 / SIDE) *
    Math.cos((Math.PI / 2 / SIDE) * (Math.floor(at / SIDE) + 1) * (2 * (at % SIDE) + 1)),
);

function frequenciesOf(small: Float32Array): Float32Array {
  const half = new Float32Array(FREQUENCIES * SIDE);
  for (let row = 0; row < FREQUENCIES; row++)
    for (let column = 0; column < SIDE; column++) {
      let sum = 0;
      for (let at = 0; at < SIDE; at++)
        sum += (cosines[row * SIDE + at] ?? 0) * (small[at * SIDE + column] ?? 0);
      half[row * SIDE + column] = sum;
    }
  const frequencies = new Float32Array(FREQUENCIES ** 2);
  for (let row = 0; row < FREQUENCIES; row++)
    for (let column = 0; column < FREQUENCIES; column++) {
      let sum = 0;
      for (let at = 0; at < SIDE; at++)
        sum += (half[row * SIDE + at] ?? 0) * (cosines[column * SIDE + at] ?? 0);
      frequencies[row * FREQUENCIES + column] = sum;
    }
  return frequencies;
}

function hashOf(frequencies: Float32Array): string {
  const median = itemAt(frequencies.toSorted(), frequencies.length / 2 - 1);
  let digits = '';
  // The last frequency is the first bit of the text.
  for (let last = frequencies.length - 1; last > 0; last -= 4) {
    let digit = 0;
    for (let bit = 0; bit < 4; bit++) digit = digit * 2 + Number(itemAt(frequencies, last - bit) > median);
    digits += digit.toString(16);
  }
  return digits;
}

/** The sum of the gradients. Small ones count as none, because of the rounding. */
function qualityOf(small: Float32Array): number {
  const gradient = (from: number, to: number) =>
    Math.abs(Math.trunc((((small[from] ?? 0) - (small[to] ?? 0)) * 100) / 255));
  let sum = 0;
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const at = row * SIDE + column;
      if (row + 1 < SIDE) sum += gradient(at, at + SIDE);
      if (column + 1 < SIDE) sum += gradient(at, at + 1);
    }
  return Math.min(100, Math.trunc(sum / 90));
}
