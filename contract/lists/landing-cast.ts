import type { StandardGender } from './genders.ts';
import { landingDesignNames, landingDesigns, type LandingDesign } from './landing-designs.ts';

/** An invented person for landing pages. `file` is the name of the portrait without its extension. */
export interface Example {
  file: string;
  name: string;
  age: number;
  gender: StandardGender;
}

const woman = (file: string, name: string, age: number): Example => ({ file, name, age, gender: 'female' });
const man = (file: string, name: string, age: number): Example => ({ file, name, age, gender: 'male' });

const mila = woman('w-young-1', 'Mila', 27);
const naomi = woman('w-young-2', 'Naomi', 25);
const lena = woman('w-young-3', 'Lena', 34);
const emma = woman('w-young-4', 'Emma', 29);
const sofia = woman('w-young-5', 'Sofia', 31);
const amara = woman('w-young-6', 'Amara', 36);

const ingrid = woman('w-middle-3', 'Ingrid', 44);
const helena = woman('w-middle-4', 'Helena', 47);
const grace = woman('w-middle-1', 'Grace', 41);
const carmen = woman('w-middle-2', 'Carmen', 49);
const joyce = woman('w-middle-5', 'Joyce', 52);
const anna = woman('w-middle-6', 'Anna', 56);

const rosa = woman('w-old-5', 'Rosa', 63);
const karin = woman('w-old-1', 'Karin', 66);
const miriam = woman('w-old-2', 'Miriam', 61);
const ida = woman('w-old-4', 'Ida', 64);
const elena = woman('w-old-6', 'Elena', 68);
const ulla = woman('w-old-3', 'Ulla', 67);

const jonas = man('m-2', 'Jonas', 28);
const ravi = man('m-1', 'Ravi', 26);
const finn = man('m-4', 'Finn', 35);
const lukas = man('m-3', 'Lukas', 32);
const erik = man('m-6', 'Erik', 45);
const ken = man('m-5', 'Ken', 38);
const marco = man('m-7', 'Marco', 53);

const designsWithPeople = landingDesignNames.filter((design) => landingDesigns[design].showsPeople);

/**
 * The people shown on a page of a niche, the main one first. The designs begin at evenly spread places of the
 * cast, so that a visitor who comes across several of them does not always meet the same person first.
 */
export function castOf(niche: number, design: LandingDesign | null): [Example, ...Example[]] {
  const cast = castOfNiche(niche);
  const place = design ? Math.max(0, designsWithPeople.indexOf(design)) : 0;
  const start = Math.ceil((place * cast.length) / designsWithPeople.length) % cast.length;
  const [first = cast[0], ...rest] = [...cast.slice(start), ...cast.slice(0, start)];
  return [first, ...rest];
}

/** At least six people. */
function castOfNiche(niche: number): [Example, ...Example[]] {
  switch (niche) {
    case 2:
      return [sofia, naomi, grace, mila, ingrid, amara, lena];
    case 3:
      return [lena, ken, carmen, lukas, sofia, joyce, erik];
    case 4:
      return [joyce, lena, anna, naomi, helena, emma];
    case 5:
      return [rosa, karin, miriam, ida, elena, ulla];
    case 6:
      return [ingrid, helena, grace, carmen, joyce, anna];
    case 7:
      return [jonas, ravi, finn, lukas, erik, ken, marco];
    default:
      // A woman at every other place, where the designs begin.
      return [
        emma,
        ...[jonas, ingrid, finn, mila, erik, amara, ravi],
        ...[joyce, lukas, naomi, marco, lena, ken, sofia],
      ];
  }
}
