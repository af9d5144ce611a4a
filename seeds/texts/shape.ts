import type { Interest } from '#contract/enums.ts';

/**
 * What demo members write in one language. `{a|b}` is chosen by the writer's
 * gender: the first for a man, the second for a woman.
 */
export type Texts = {
  /** How an about-me text begins. */
  openings: readonly string[];
  /** What keeps one busy. */
  works: readonly string[];
  /** A sentence on something the member really has among the interests. */
  days: Partial<Record<Interest, string>>;
  /** Said from fifty on. */
  later: readonly string[];
  /** Whom or what one hopes to meet. */
  seeking: readonly string[];
  /** Short conversations; the lines go to and fro, the first writer begins. */
  dialogues: readonly (readonly string[])[];
};

/** Chooses the gendered forms of a text. */
export const voiced = (text: string, gender: 'male' | 'female') =>
  text.replace(/\{([^|{}]*)\|([^|{}]*)\}/g, (_, male: string, female: string) => (gender === 'male' ? male : female));
