import type { Gender } from '../enums.ts';

/** An example drawn for landing pages: nobody. `file` is the portrait's name without its ending. */
export interface Example {
  file: string;
  name: string;
  age: number;
  gender: Gender;
}

const drawn = (file: string, name: string, age: number): Example => ({ file, name, age, gender: file.startsWith('m') ? 'male' : 'female' });

const young = [
  drawn('w-young-1', 'Mila', 27),
  drawn('w-young-2', 'Naomi', 25),
  drawn('w-young-3', 'Lena', 34),
  drawn('w-young-4', 'Emma', 29),
  drawn('w-young-5', 'Sofia', 31),
  drawn('w-young-6', 'Amara', 36),
];
const middle = [
  drawn('w-middle-3', 'Ingrid', 44),
  drawn('w-middle-4', 'Helena', 47),
  drawn('w-middle-1', 'Grace', 41),
  drawn('w-middle-2', 'Carmen', 49),
  drawn('w-middle-5', 'Joyce', 52),
  drawn('w-middle-6', 'Anna', 56),
];
const old = [
  drawn('w-old-5', 'Rosa', 63),
  drawn('w-old-1', 'Karin', 66),
  drawn('w-old-2', 'Miriam', 61),
  drawn('w-old-4', 'Ida', 64),
  drawn('w-old-6', 'Elena', 68),
  drawn('w-old-3', 'Ulla', 67),
];
const men = [
  drawn('m-2', 'Jonas', 28),
  drawn('m-1', 'Ravi', 26),
  drawn('m-4', 'Finn', 35),
  drawn('m-3', 'Lukas', 32),
  drawn('m-6', 'Erik', 45),
  drawn('m-5', 'Ken', 38),
  drawn('m-7', 'Marco', 53),
];

const mixed = [young[3]!, men[0]!, middle[0]!, young[5]!, men[2]!, middle[4]!, young[0]!, men[4]!];

/** Who a niche's pages show, the leading one first: at least six. */
export function castOf(niche: number): Example[] {
  switch (niche) {
    case 2:
      return [young[4]!, young[1]!, middle[2]!, young[0]!, middle[0]!, young[5]!, young[2]!];
    case 3:
      return [young[2]!, men[5]!, middle[3]!, men[3]!, young[4]!, middle[4]!, men[4]!];
    case 4:
      return [middle[4]!, young[2]!, middle[5]!, young[1]!, middle[1]!, young[3]!];
    case 5:
      return old;
    case 6:
      return middle;
    case 7:
      return men;
    default:
      return mixed;
  }
}
