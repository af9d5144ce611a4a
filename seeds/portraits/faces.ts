import { itemAt } from '#contract/must.ts';
import { chanceOf } from '../chance.ts';

export type Gender = 'male' | 'female';

export type HairColor =
  | 'brunette'
  | 'blond'
  | 'brown'
  | 'white'
  | 'bald'
  | 'black'
  | 'dark_blond'
  | 'dark_brown'
  | 'gray'
  | 'red'
  | 'other';

export type Face = {
  id: number;
  gender: Gender;
  ages: readonly [number, number];
  skin: string;
  hair: number;
  hairColor: HairColor;
  eyes: number;
  brows: number;
  nose: number;
  beard: number;
  glasses: number;
  earrings: boolean;
  freckles: boolean;
};

export const hairPaint: Record<HairColor, string> = {
  brunette: '#56321f',
  blond: '#e6bf74',
  brown: '#77492f',
  white: '#ece5dc',
  bald: '#6d5a50',
  black: '#2a2324',
  dark_blond: '#bd9153',
  dark_brown: '#3d271c',
  gray: '#b7afa9',
  red: '#ad4a28',
  other: '#b65f80',
};

const spans = [
  { ages: [18, 27], count: 14 },
  { ages: [28, 38], count: 18 },
  { ages: [39, 48], count: 13 },
  { ages: [49, 58], count: 9 },
  { ages: [59, 75], count: 6 },
] as const;

// Chosen by eye from contact sheets. The numbers are the style's variants.
const hairOf = {
  female: {
    young: [2, 8, 23, 28, 36, 37, 39, 41, 45, 46, 47, 48, 57, 58, 10, 20, 59, 62],
    middle: [2, 4, 8, 10, 11, 20, 23, 28, 29, 36, 37, 39, 41, 43, 47, 48, 58, 63, 30],
    old: [4, 43, 11, 20, 29, 30, 2, 58, 10, 48],
  },
  male: {
    young: [1, 3, 5, 9, 13, 15, 17, 18, 19, 21, 22, 27, 31, 33, 34, 35, 38, 52, 53, 54, 56, 26],
    middle: [1, 6, 7, 13, 16, 18, 19, 22, 25, 27, 34, 35, 49, 54, 55, 56, 60, 17, 5],
    old: [6, 16, 18, 25, 49, 54, 55, 0, 13, 7, 35],
  },
} as const;

const features = {
  female: { brows: [1, 12, 4, 12, 9, 12, 1], nose: [3, 13, 14, 16, 17, 18, 20, 7, 1], eyes: [5, 5, 5, 1, 5] },
  male: { brows: [4, 5, 7, 8, 9, 1, 7, 5], nose: [1, 5, 6, 7, 10, 18, 20, 13, 16], eyes: [5, 5, 5, 5, 1] },
} as const;

const skins = [
  ['#f8d6c0', 5],
  ['#f4caae', 7],
  ['#ecbb98', 5],
  ['#dba47d', 3],
  ['#bd8059', 2],
  ['#925d40', 1.6],
  ['#734a35', 1],
] as const;
const fair = new Set(['#f8d6c0', '#f4caae', '#ecbb98']);

export const isCovered = (face: Face) => face.hair === 62 || face.hair === 63;

export const faces: readonly Face[] = (['female', 'male'] as const).flatMap((gender) => {
  const chance = chanceOf(`faces of ${gender}`);
  let drawn = 0;
  return spans.flatMap(({ ages, count }) => {
    const stage = ages[0] < 28 ? 'young' : ages[0] < 49 ? 'middle' : 'old';
    const hairs = chance.sample(hairOf[gender][stage], hairOf[gender][stage].length);
    return Array.from({ length: count }, (_, i): Face => {
      const skin = chance.weighted(skins);
      const hair = itemAt(hairs, i % hairs.length);
      const covered = hair === 62 || hair === 63;
      const hairColor = hair === 0 ? 'bald' : covered ? 'dark_brown' : colorFor(gender, ages[0], skin);
      return {
        id: (gender === 'female' ? 0 : 100) + drawn++,
        gender,
        ages,
        skin,
        hair,
        hairColor,
        eyes: chance.pick(features[gender].eyes),
        brows: chance.pick(features[gender].brows),
        nose: chance.pick(features[gender].nose),
        beard:
          gender === 'male' && chance.holds(ages[0] < 28 ? 0.22 : 0.45)
            ? chance.pick([2, 2, 2, 1, 10, 7, 2, 12])
            : 0,
        glasses: chance.holds(ages[0] < 39 ? 0.16 : 0.34) ? chance.pick([3, 8, 11, 11]) : 0,
        earrings: gender === 'female' && chance.holds(0.6),
        freckles: hairColor === 'red' || (fair.has(skin) && chance.holds(0.1)),
      };
    });

    function colorFor(who: Gender, age: number, skin: string): HairColor {
      if (age >= 59)
        return chance.weighted([
          ['gray', 4],
          ['white', 3],
          ['dark_blond', who === 'female' ? 1.5 : 0.2],
        ] as const);
      if (age >= 49 && chance.holds(who === 'male' ? 0.6 : 0.3)) return 'gray';
      if (!fair.has(skin))
        return chance.weighted([
          ['black', 5],
          ['dark_brown', 4],
          ['brunette', 1],
        ] as const);
      return chance.weighted([
        ['brunette', 4],
        ['blond', 4],
        ['brown', 4],
        ['dark_blond', 3],
        ['dark_brown', 3],
        ['black', 2],
        ['red', 2],
        ['other', age < 28 && who === 'female' ? 0.8 : 0],
      ] as const);
    }
  });
});

export function facesFor(gender: Gender, age: number): Face[] {
  return faces.filter((face) => face.gender === gender && face.ages[0] <= age && age <= face.ages[1]);
}
