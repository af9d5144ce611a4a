/** Questions that a profile can answer, in the order in which they are offered (docs/product.md 3.9). */
export const prompts = [
  'good_evening',
  'laugh',
  'sunday',
  'first_drink',
  'soft_spot',
  'unpopular',
  'good_at',
  'bad_at',
  'cook',
  'music',
  'story',
  'go_back',
  'small_luxury',
  'ritual',
  'learning',
  'proud',
  'kindness',
  'turning_point',
  'brave',
  'dance',
  'drawn_to',
  'notice',
  'affection',
  'touch',
  'flirting',
  'kiss',
  'slowly',
  'curious',
  'talk_first',
  'win_me',
  'no_match',
  'disagree',
  'together',
  'ask_me',
  'two_truths',
  'childhood',
  'place',
  'morning',
  'hands',
  'later',
] as const;
export type Prompt = (typeof prompts)[number];

export const MOST_PROMPTS = 3;
export const ANSWER_LENGTH = 200;

export interface PromptAnswer {
  prompt: Prompt;
  answer: string;
}

/** The answer that a message is about, as it was when the message was sent. */
export interface QuotedAnswer {
  kind: 'prompt';
  id: Prompt;
  answer: string;
}

/** The photo of the recipient that a message is about. Who may see it is decided whenever it is shown. */
export interface QuotedPhoto {
  kind: 'photo';
  photo: number;
}

export type Quoted = QuotedAnswer | QuotedPhoto;

export function checkAnswer(answer: string): 'required' | 'too_long' | null {
  if (answer.trim() === '') return 'required';
  return [...answer].length > ANSWER_LENGTH ? 'too_long' : null;
}
