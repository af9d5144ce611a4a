import * as notionists from '@dicebear/notionists';
import { itemAt } from '#contract/must.ts';

/**
 * The ten layers of a notionists drawing, bottom first, each with its position in the style. The style
 * returns a single string of groups, which is split here so that skin, hair and clothes can each have their
 * own colour.
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

export type Drawn = Record<Layer, { x: number; y: number; paths: string }>;

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

// Every list passed to the style has one entry, so the style has no random choice.
const firstOf = {
  seed: '',
  next() {},
  bool: (likelihood?: number) => (likelihood ?? 0) >= 100,
  integer: (min: number) => min,
  pick: <T>(list: T[]) => list[0],
  shuffle: <T>(list: T[]) => list,
  string: () => '',
};

export function drawParts(variants: Variants): Drawn {
  const options: Record<string, unknown> = { base: ['variant01'], bodyIcon: [], bodyIconProbability: 0 };
  for (const part of ['hair', 'eyes', 'brows', 'nose', 'lips', 'body', 'beard', 'glasses'] as const) {
    const number = variants[part];
    options[part] = number ? [`variant${String(number).padStart(2, '0')}`] : [];
    options[`${part}Probability`] = number ? 100 : 0;
  }
  options.gesture = variants.gesture ? [variants.gesture] : [];
  options.gestureProbability = variants.gesture ? 100 : 0;
  const { body } = notionists.create({ prng: firstOf, options });

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
    const group = body.slice(itemAt(starts, i).after, starts[i + 1]?.at ?? body.length);
    drawn[layer] = { x, y, paths: group.slice(0, group.lastIndexOf('</g>')) };
  });
  return drawn as Drawn;
}
