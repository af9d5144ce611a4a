import { unkindPatterns } from '../word-patterns/unkind-patterns.ts';
import { plain, words } from './text-matching.ts';

/** What a message sounds like to somebody who does not know its sender. Many are harmless, so nothing is refused for it. */
export const unkindSigns = ['sexual', 'hurtful'] as const;
export type UnkindSign = (typeof unkindSigns)[number];

const patterns: Record<UnkindSign, RegExp> = {
  hurtful: words(...unkindPatterns.hurtful),
  sexual: words(...unkindPatterns.sexual),
};

export function unkindSignIn(text: string): UnkindSign | null {
  const said = plain(text);
  return unkindSigns.find((sign) => patterns[sign].test(said)) ?? null;
}
