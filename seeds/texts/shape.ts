import type { Interest } from '#contract/profile-fields.ts';
import type { Prompt } from '#contract/rules/prompts.ts';

/**
 * Texts by demo members in one language. `{a|b}` depends on the writer's gender: the first form for a man,
 * the second for a woman.
 */
export type Texts = {
  firstNames: FirstNames;
  openings: readonly string[];
  works: readonly string[];
  days: Partial<Record<Interest, string>>;
  /** Sentences for members aged fifty or older. */
  later: readonly string[];
  seeking: readonly string[];
  /** Short conversations. The writers take turns, starting with the first. */
  dialogues: readonly (readonly string[])[];
  /** Answers to the prompts of `answeredPrompts`. */
  answers: Record<(typeof answeredPrompts)[number], readonly string[]>;
};

/** Prompts that demo members answer. */
export const answeredPrompts = [
  'good_evening',
  'soft_spot',
  'sunday',
  'cook',
  'win_me',
  'story',
  'small_luxury',
] as const satisfies readonly Prompt[];

export const voiced = (text: string, gender: 'male' | 'female') =>
  text.replace(/\{([^|{}]*)\|([^|{}]*)\}/g, (_, male: string, female: string) =>
    gender === 'male' ? male : female,
  );

export type FirstNames = { female: string; male: string };
