import type { CallReply } from '#contract/calls.ts';
import { type CountryCode, isCountry } from '#contract/lists/countries.ts';
import { itemAt } from '#contract/must.ts';
import { type Town, townsOf } from '../platform/gazetteer/index.ts';

type TownsMap = CallReply<'towns'>;

/** Width in the drawing's own units. */
const WIDTH = 400;
const MOST_HEIGHT = 480;
const EDGE = 14;
const DOTS = 700;
const NAMED = 9;
/** Space reserved for a name, so that names do not overlap. */
const ROOM = { width: 165, height: 34 };
/** Towns farther than this from the country's largest town are overseas islands. */
const MOST_DEGREES = 16;

const mapByCountry = new Map<CountryCode, TownsMap>();

/**
 * A map of a country made of its towns from the gazetteer: dots by size, and the names of the largest. Cached
 * in the process.
 */
export function townsMap(country: string | null | undefined): TownsMap {
  const code: CountryCode = country && isCountry(country) ? country : 'NL';
  const known = mapByCountry.get(code);
  if (known) return known;
  const made = draw(code);
  mapByCountry.set(code, made);
  return made;
}

function draw(country: CountryCode): TownsMap {
  const all = townsOf(country);
  const capital = itemAt(all, 0);
  const reach = ['US', 'CA', 'AU'].includes(country) ? 40 : MOST_DEGREES;
  const towns = all
    .filter(
      (town) => Math.abs(town.lat - capital.lat) < reach && Math.abs(town.lon - capital.lon) < reach * 1.6,
    )
    .slice(0, DOTS);
  const { height, place } = projection(towns);
  const sizes = [
    { radius: 1.1, holds: ({ population }: Town) => population < 20_000 },
    { radius: 1.8, holds: ({ population }: Town) => population >= 20_000 && population < 100_000 },
    { radius: 3, holds: ({ population }: Town) => population >= 100_000 },
  ];
  // A path of zero-length strokes with round caps is the shortest way to write many dots.
  const dots = sizes.map(({ radius, holds }) => ({
    radius,
    path: towns
      .filter(holds)
      .map((town) => `M${place(town).join(' ')}h0`)
      .join(''),
  }));
  return { country, width: WIDTH, height, dots, towns: named(towns, place) };
}

/** Scales longitudes by the cosine of the latitude and fits the whole map to the width. */
function projection(towns: readonly Town[]) {
  const middle = towns.reduce((sum, { lat }) => sum + lat, 0) / towns.length;
  const squeeze = Math.cos((middle * Math.PI) / 180);
  const xs = towns.map(({ lon }) => lon * squeeze);
  const ys = towns.map(({ lat }) => -lat);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((WIDTH - 2 * EDGE) / (right - left), (MOST_HEIGHT - 2 * EDGE) / (bottom - top));
  const indent = (WIDTH - (right - left) * scale) / 2;
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    height: Math.round((bottom - top) * scale + 2 * EDGE),
    place: ({ lat, lon }: Town): [number, number] => [
      round(indent + (lon * squeeze - left) * scale),
      round(EDGE + (-lat - top) * scale),
    ],
  };
}

function named(towns: readonly Town[], place: (town: Town) => [number, number]): TownsMap['towns'] {
  const chosen: TownsMap['towns'] = [];
  for (const town of towns) {
    const [x, y] = place(town);
    if (chosen.some((other) => Math.abs(other.y - y) < ROOM.height && Math.abs(other.x - x) < ROOM.width))
      continue;
    chosen.push({ name: town.city, region: town.region, x, y });
    if (chosen.length === NAMED) break;
  }
  return chosen;
}
