import type { AgePicture } from '#contract/age-checks/lists.ts';
import type { Config } from '../../platform/config.ts';
import { seal, unsealBytes } from '../../platform/sealing.ts';

const PURPOSE = 'pictures of age checks';
const bound = (check: number, part: AgePicture) => `${check} ${part}`;

export const sealAgePicture = (
  { secret }: Pick<Config, 'secret'>,
  check: number,
  part: AgePicture,
  content: Uint8Array,
): Buffer => seal(secret, PURPOSE, bound(check, part), content);

export const unsealAgePicture = (
  { secret }: Pick<Config, 'secret'>,
  check: number,
  part: AgePicture,
  sealed: Uint8Array,
): Buffer => unsealBytes(secret, PURPOSE, bound(check, part), sealed);
