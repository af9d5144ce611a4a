import type { WordPatterns } from './shape.ts';

export const pl: WordPatterns = {
  streets: { endings: [], before: ['ulica', 'ul\\.'], after: [] },
  asksIfReal: [
    '(?:jestes|czy jestes) (?:w ogole |naprawde )?(?:prawdziwa|prawdziwy|botem|fejkiem|sztuczna|realna|realny|prawdziwa osoba|czlowiekiem)',
    'czy to (?:fejk|falszywe konto|prawdziwe konto|falszywy profil|prawdziwy profil)',
    'z kim (?:ja )?(?:pisze|rozmawiam)',
  ],
  claimsToBeReal: [
    'jestem (?:naprawde )?(?:prawdziwa|prawdziwy|realna|realny|prawdziwa osoba|czlowiekiem)',
    'nie jestem (?:botem|fejkiem|sztuczna|sztuczny)',
  ],
  promisesMeeting: [
    '(?:spotkajmy sie|spotkamy sie|mozemy sie (?:spotkac|zobaczyc)|chce sie (?:z toba )?(?:spotkac|zobaczyc))',
    'wpadnij do mnie',
  ],
  tellsTruth: ['fikcyjn'],
  minor: {
    phrases: ['jestem (?:jeszcze )?niepełnoletni[a]?|jestem nieletni[a]?'],
    verbs: ['mam'],
    only: ['dopiero', 'tylko'],
    years: ['lat'],
    saysYears: true,
    notAnAge: ['doświad', 'w\\s'],
  },
  fraud: {
    digits: [
      'zero',
      'jeden',
      'dwa',
      'trzy',
      'cztery',
      'pięć',
      'piec',
      'sześć',
      'szesc',
      'siedem',
      'osiem',
      'dziewięć',
      'dziewiec',
    ],
    asksForMoney: [
      '(?:wyslij|wyslac|pozycz|pozyczyc|przelej|przelac|przeslij) (?:mi )?(?:troche )?(?:pieniedzy|pieniadze|kase)|potrzebuje (?:pieniedzy|kasy)|przelew|kod blik|blikiem|karty? podarunkow\\p{L}+|zainwestow\\p{L}+|inwestycj\\p{L}+',
    ],
    goesElsewhere: ['moj numer|twoj numer|zadzwon do mnie|napisz do mnie na'],
  },
};
