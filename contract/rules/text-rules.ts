import { LINK, MESSENGER, PHONE, wholeWords } from '../word-patterns.ts';

/** What a rule stopped at in a name, an about text or a first message; a person decides. */
export const textRules = ['phone', 'address', 'link', 'minor'] as const;
export type TextRule = (typeof textRules)[number];

const ADDRESS =
  /\b\p{L}+(?:straat|laan|weg|plein|gracht|kade|dreef|stra(?:ß|ss)e|allee|gasse|vej|gade|gatan|vägen|katu|tie)\s+\d+|\b\d+\s+(?:rue|avenue|boulevard|via|calle|street|road|lane)\b|\b(?:rue|via|calle|ulica|ul\.)\s+\p{L}+.{0,20}\d+/iu;

const AGE = '(?:1[0-7]|[89])';
/**
 * Somebody says to be a minor: a statement about oneself. Ages of others, years of something ("10 years of experience", "married for 12
 * years") and teaching at a school do not count.
 */
const MINOR = new RegExp(
  [
    // The bare number after "I am", without something else that is counted.
    `${wholeWords("i(?:'|’)?m", 'i am', 'ik ben', 'ich bin', 'jeg er', 'jag är', 'olen')}\\s+(?:only |just |nog maar |pas |nog |erst |kun |bare |bara |vasta )?${AGE}(?![\\p{L}\\p{N}])(?!\\s*(?:[.,]\\d|%|cm|kg|km|min|weeks?|weken|wochen|months?|maanden|monate|times|keer|mal))(?!\\s*(?:years?|jaar|jahre?|år|vuotta)\\s+(?!old|oud|jong|alt|young|gammel|gammal|vanha)\\p{L})`,
    // Languages that have years.
    `${wholeWords("j(?:'|’)ai", 'tengo', 'ho', 'mam')}\\s+(?:seulement |que |solo |sólo |dopiero |tylko )?${AGE}\\s+(?:ans|años|anni|lat)(?!\\s+(?:d(?:'|’|e\\s)|di\\s|doświad|w\\s)|\\p{L})`,
    // Short forms: f17, m/16.
    `(?:^|[\\s(,])(?:m|f|v|w|k)\\s?/?\\s?1[0-7](?=$|[\\s),.!?])`,
    `(?:^|[\\s(,])1[0-7]\\s?(?:yo|y/o|yrs?|jr)(?=$|[\\s),.!?])`,
    // Said in words.
    wholeWords(
      "(?:i(?:'|’)?m|i am) (?:still )?(?:under ?-?age|a minor|under 18|in high school|a schoolgirl|a schoolboy)",
      'ik ben (?:nog )?(?:minderjarig|onder de 18|een schoolmeisje)|ik zit (?:nog )?op (?:de middelbare school|het vmbo|de havo|het vwo)',
      'ich bin (?:noch )?(?:minderjährig|unter 18|schülerin|schüler)|ich gehe noch (?:in die|zur) schule',
      'je suis (?:encore )?(?:mineure?|au lycée|au collège)',
      'soy (?:todavía )?menor(?: de edad)?|estoy en el instituto',
      'sono (?:ancora )?minorenne|vado ancora a scuola',
      'jestem (?:jeszcze )?niepełnoletni[a]?|jestem nieletni[a]?',
      'jag är (?:fortfarande )?minderårig|jag går (?:fortfarande )?i (?:gymnasiet|högstadiet)',
      'jeg er (?:stadig |fortsatt )?(?:mindreårig|under 18)|jeg går (?:stadig |fortsatt )?(?:i folkeskolen|på ungdomsskolen)',
      'olen (?:vielä )?(?:alaikäinen|alle 18)|käyn (?:vielä )?(?:yläkoulua|yläastetta)',
    ),
  ].join('|'),
  'iu',
);

const patterns: Record<TextRule, readonly RegExp[]> = { phone: [PHONE], address: [ADDRESS], link: [LINK, MESSENGER], minor: [MINOR] };

/** The rules that a text meets. */
export const rulesMet = (text: string): TextRule[] => textRules.filter((rule) => patterns[rule].some((pattern) => pattern.test(text)));
