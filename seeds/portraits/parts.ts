import * as notionists from '@dicebear/notionists';

/**
 * The ten layers of a notionists drawing, bottom first, each with the place at
 * which the style puts it. The style returns one string of groups; they are
 * taken apart here so that skin, hair and clothes can be painted each in its own colour.
 */
const layers = [
  ['base', 531, 487],
  ['body', 178, 1057],
  ['hair', 266, 207],
  ['lips', 791, 871],
  ['beard', 653, 805],
  ['nose', 901, 668],
  ['eyes', 610, 680],
  ['glasses', 610, 680],
  ['brows', 774, 657],
  ['gesture', 0, 559],
] as const;

export type Layer = (typeof layers)[number][0];

/** A layer's paths as the style draws them (black and white), and the corner they start from. */
export type Drawn = Record<Layer, { x: number; y: number; paths: string }>;

/** Which variant of each part is drawn; a number is `variantNN`, 0 leaves the part out. */
export type Variants = {
  hair: number;
  eyes: number;
  brows: number;
  nose: number;
  lips: number;
  body: number;
  beard: number;
  glasses: number;
  gesture?: string;
};

// Every list handed to the style has one entry, so nothing is left to its chance.
const firstOf = {
  seed: '',
  bool: (likelihood?: number) => (likelihood ?? 0) >= 100,
  integer: (min: number) => min,
  pick: <T>(list: T[]) => list[0],
  shuffle: <T>(list: T[]) => list,
  string: () => '',
};

/** Draws the chosen variants and returns the layers apart. */
export function drawParts(variants: Variants): Drawn {
  const options: Record<string, unknown> = { base: ['variant01'], bodyIcon: [], bodyIconProbability: 0 };
  for (const part of ['hair', 'eyes', 'brows', 'nose', 'lips', 'body', 'beard', 'glasses'] as const) {
    const number = variants[part];
    options[part] = number ? [`variant${String(number).padStart(2, '0')}`] : [];
    options[`${part}Probability`] = number ? 100 : 0;
  }
  options.gesture = variants.gesture ? [variants.gesture] : [];
  options.gestureProbability = variants.gesture ? 100 : 0;
  const { body } = notionists.create({ prng: firstOf as never, options: options as never });

  const starts: { at: number; after: number }[] = [];
  let from = 0;
  for (const [, x, y] of layers) {
    const opening = `<g transform="translate(${x} ${y})">`;
    const at = body.indexOf(opening, from);
    starts.push({ at, after: at + opening.length });
    from = at + 1;
  }
  const drawn: Partial<Drawn> = {};
  layers.forEach(([layer, x, y], i) => {
    const group = body.slice(starts[i]!.after, starts[i + 1]?.at ?? body.length);
    drawn[layer] = { x, y, paths: group.slice(0, group.lastIndexOf('</g>')) };
  });
  return drawn as Drawn;
}
