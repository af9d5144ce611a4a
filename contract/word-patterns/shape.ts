/**
 * Word patterns of one language, used by the rules about texts, honesty and minors. All are sources of
 * regular expressions that match whole words. `streets` and `minor` are matched against the text as typed,
 * the others against the text after `plain`: lower case, without accents.
 */
export interface WordPatterns {
  /** Street names: endings, words before the name, and words after the house number. */
  streets: { endings: readonly string[]; before: readonly string[]; after: readonly string[] };
  asksIfReal: readonly string[];
  claimsToBeReal: readonly string[];
  promisesMeeting: readonly string[];
  /** Parts of words that say that a profile is fictional. */
  tellsTruth: readonly string[];
  minor: MinorPatterns;
  unkind: UnkindPatterns;
  fraud: FraudPatterns;
}

/**
 * What members rarely want to read from somebody they do not know. All languages are matched against every message, so
 * a pattern must not match a harmless word of another language: the Danish `slut` is an end, the Swedish `höra` hears.
 */
export interface UnkindPatterns {
  hurtful: readonly string[];
  sexual: readonly string[];
}

export interface FraudPatterns {
  /** Words for 0 to 9, with and without accents, to recognise spelled-out phone numbers. */
  digits: readonly string[];
  asksForMoney: readonly string[];
  goesElsewhere: readonly string[];
}

export type MinorPatterns = {
  /** Statements in words, such as "I am underage". */
  phrases: readonly string[];
  /** "I am" or "I have", before the number. */
  verbs: readonly string[];
  only: readonly string[];
  years: readonly string[];
} & (
  | {
      /** "I have 16 years": the number is an age only with a word in `years` after it. */
      saysYears: true;
      /** Words after `years` that show that the number is not an age: "16 years of experience". */
      notAnAge: readonly string[];
    }
  | {
      /** "I am 16": a bare number is an age. */
      saysYears: false;
      /** Words after `years` that show that the number is an age: "16 years old". */
      old: readonly string[];
      /** Other units that may follow the number. */
      counted: readonly string[];
    }
);
