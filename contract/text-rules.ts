/** What a rule stopped at in a name, an about text or a first message; a person decides. */
export const textRules = ['phone', 'address', 'link', 'minor'] as const;
export type TextRule = (typeof textRules)[number];

const patterns: Record<TextRule, RegExp> = {
  // Seven digits or more, whatever stands between them, also written out one by one; not a year or a price.
  phone:
    /(?:\+|00)?\d(?:[\s().\-/]*\d){6,}|(?:\b(?:zero|one|two|three|four|five|six|seven|eight|nine|nul|een|twee|drie|vier|vijf|zes|zeven|acht|negen|null|eins|zwei|drei|fünf|sechs|sieben|neun)\b[\s,.-]*){6,}/iu,
  address:
    /\b\p{L}+(?:straat|laan|weg|plein|gracht|kade|dreef|stra(?:ß|ss)e|allee|gasse|vej|gade|gatan|vägen|katu|tie)\s+\d+|\b\d+\s+(?:rue|avenue|boulevard|via|calle|street|road|lane)\b|\b(?:rue|via|calle|ulica|ul\.)\s+\p{L}+.{0,20}\d+/iu,
  link: /https?:\/\/|\bwww\.|\b[\w-]{2,}\.(?:com|net|org|nl|de|fr|it|es|pl|se|no|dk|fi|me|io|ru|xyz|live|cam)\b|[\w.+-]+@[\w-]+\.\w{2,}|\b(?:whats?app|telegram|snap(?:chat)?|insta(?:gram)?|kik|signal|onlyfans|wechat|viber)\b/iu,
  minor:
    /\b(?:i(?:'|’)?m|i am|ik ben|ich bin|je suis|j(?:'|’)ai|soy|tengo|sono|ho|mam|jag är|jeg er|olen)\s+(?:only\s+|pas\s+|nog maar\s+|erst\s+)?(?:1[0-7]|[89])\b(?!\d)|\b(?:1[0-7])\s*(?:jaar|years? old|yo\b|y\/o|jahre|ans|años|anni|lat|år|vuotta)|\b(?:under ?age|minderjarig|minderjährig|mineure?|menor de edad|minorenne|nieletni\p{L}*|mindreårig|alaikäi\p{L}*|schoolgirl|schoolboy|schoolmeisje|high ?school|middelbare school)\b/iu,
};

/** The rules that a text meets. */
export const rulesMet = (text: string): TextRule[] => textRules.filter((rule) => patterns[rule].test(text));

/** Longest facts, reasons and answers that an operator or a member writes. */
export const REASON_LENGTH = 2000;
