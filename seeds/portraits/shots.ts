import { itemAt } from '#contract/must.ts';
import { chanceOf } from '../chance.ts';
import type { Shot } from './draw.ts';
import { type Face, hairPaint, isCovered } from './faces.ts';

const walls: readonly [string, string][] = [
  ['#fbd9c3', '#e08e86'],
  ['#f9e0bd', '#e2a463'],
  ['#f3d3d6', '#b9748c'],
  ['#f6dccb', '#c98a6c'],
  ['#e9d6ea', '#a27fae'],
  ['#d9e6df', '#83ada3'],
  ['#fbe6c9', '#d98b5f'],
  ['#f7cfc9', '#c4566b'],
  ['#e5e0f2', '#8d86b8'],
  ['#dfe9ec', '#7f9fb2'],
  ['#f4e3d2', '#b98f78'],
  ['#fde0d0', '#e7775f'],
];

const cloths = {
  female: [
    '#c8443f',
    '#e9b6a4',
    '#2f5d62',
    '#f1e3d3',
    '#7a3b52',
    '#d98f4e',
    '#4a5a86',
    '#8aa58b',
    '#b5577a',
    '#3c3338',
    '#dcc7e0',
    '#9c2f3f',
  ],
  male: [
    '#34495e',
    '#7c8c6d',
    '#b9594c',
    '#e8dcc8',
    '#4d4a52',
    '#8a5a3c',
    '#2f6068',
    '#c9a15c',
    '#5d6f94',
    '#6d2f3a',
    '#d7d9d6',
    '#39513f',
  ],
} as const;

// 13 shows a neckline, 21 and 22 a round collar. Ties and pen pockets look like an office and are rare.
const bodies = {
  female: [1, 3, 7, 9, 11, 12, 13, 13, 14, 15, 16, 21, 21, 22, 23, 24, 10, 12],
  male: [1, 2, 3, 5, 7, 9, 10, 14, 16, 17, 23, 8, 4, 19, 25, 12, 7, 9],
} as const;
const smiles = {
  female: [25, 14, 30, 23, 3, 22, 23, 3, 25, 30],
  male: [23, 22, 3, 14, 25, 30, 17, 23, 3],
} as const;
const lipsticks = ['#b3142d', '#a8323a', '#8f2430', '#c04a50', '#9c3b3f'] as const;
const backdrops = ['plain', 'sun', 'arch', 'hills', 'window', 'plain'] as const;

const tall = new Set([1, 9, 17, 20, 26, 30, 33, 45, 46, 47, 48, 52, 57, 59]);

/** Number of different photos of a drawn member's face. Faces of named people have one more. */
export const shotsPerFace = 2;

/** The `n`th photo of a face, from 0: the same person with different clothes, light, wall and mood. */
export function shotOf(face: Face, n: number): Shot {
  const chance = chanceOf(`photo ${n} of ${face.id}`);
  const { gender } = face;
  const covered = isCovered(face);
  // Walls and clothes cycle by number, so that a person's photos never look alike.
  const wall = itemAt(walls, (face.id * 5 + n * 7) % walls.length);
  const cloth = itemAt(cloths[gender], (face.id * 7 + n * 5) % cloths[gender].length);
  const gesture =
    n > 0 && chance.holds(0.3) ? chance.pick(['handPhone', 'handPhone', 'ok', 'hand']) : undefined;
  const outdoors = n === 2 && face.glasses === 0 && !covered && chance.holds(0.3);
  return {
    variants: {
      hair: face.hair,
      eyes: face.eyes,
      brows: face.brows,
      nose: face.nose,
      lips: chance.pick(face.beard === 2 || face.beard === 1 ? [14, 25, 30, 22] : smiles[gender]),
      body: chance.pick(bodies[gender]),
      beard: face.beard,
      glasses: outdoors ? chance.pick([1, 6, 9]) : face.glasses,
      gesture,
    },
    paint: {
      skin: face.skin,
      hair: covered ? itemAt(['#7a4a6b', '#2f5d62', '#8c4a3c'], n % 3) : hairPaint[face.hairColor],
      cloth,
      shirt: chance.pick(['#fff4ea', '#f3e4d4', '#3b3034', '#f6d9cf']),
      lips: gender === 'female' ? itemAt(lipsticks, face.id % lipsticks.length) : '#2b1719',
      back: wall,
    },
    age: face.ages[0],
    lashes: gender === 'female' && !outdoors,
    earrings: face.earrings && !covered,
    freckles: face.freckles,
    mirrored: chance.holds(0.5),
    view: gesture ? 1700 : chance.int(tall.has(face.hair) ? 1600 : 1440, 1660),
    lamp: chance.pick([0.22, 0.3, 0.7, 0.8]),
    backdrop: chance.pick(backdrops),
  };
}
