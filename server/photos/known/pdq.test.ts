import { expect, test } from 'vitest';
import { pdqOf, type Pixels } from './pdq.ts';

// The expected hashes are those of the reference implementation in C++ (pdq/cpp of github.com/facebook/ThreatExchange) for
// the same pixels.

/** Circles and stripes on a gradient, in whole numbers only. */
function draw(width: number, height: number, stripes: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [Math.floor((x * 512) / width), Math.floor((y * 512) / height)];
      const inCircle = (u - 170) ** 2 + (v - 200) ** 2 < 14_000 || (u - 380) ** 2 + (v - 330) ** 2 < 6000;
      const striped = Math.floor((u + 2 * v) / stripes) % 3 === 0;
      data.set(
        inCircle ? [240, 180, (u * 7) % 256] : [Math.floor(u / 2), Math.floor(v / 2), striped ? 200 : 30],
        (y * width + x) * 3,
      );
    }
  return { data, width, height };
}

test.each([
  [512, 512, 40, '1d0e1d8ed94efc6efc2e4071637113611f911bb1f80efc0fec0e027e027edd81,100'],
  [300, 200, 64, '1f8e1f8edc0efc5e744a4053a27193811fb11bb1fc0efc0fe416027e027e7f81,100'],
  [90, 120, 9, '1d8e1f8e480efc4ef40e61b1e07193790f910bb1fc0efc8f7c8e007e007e7f91,100'],
])('gives the hash and quality of the reference for %i x %i pixels', (width, height, stripes, expected) => {
  const { hash, quality } = pdqOf(draw(width, height, stripes));
  expect(`${hash},${quality}`).toBe(expected);
});

test('gives a picture of one colour no quality', () => {
  const data = new Uint8Array(64 * 64 * 3).fill(120);
  expect(pdqOf({ data, width: 64, height: 64 }).quality).toBe(0);
});
