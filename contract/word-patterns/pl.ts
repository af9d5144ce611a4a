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
  unkind: {
    hurtful: [
      '(?:jestes|ty|ale z ciebie|co za|ale jestes) (?:taka |taki |tak |zwykla |zwykly |po prostu |naprawde |strasznie |bardzo )*(?:brzydka|brzydki|gruba|gruby|glupia|glupi|kurwa|kurwo|szmata|szmato|dziwka|dziwko|suka|suko|idiotka|idiota|debil\\p{L}*|zalosna|zalosny|obrzydliwa|obrzydliwy|smiec\\p{L}*|zerem|nikim|swinia|swinio|krowa|krowo|frajer\\p{L}*)',
      'kurw[aoy]|szmat[ao]|dziwk[aoi]|suk[ao]|sukinsyn\\p{L}*|zdzir[ao]|pizd[ao]|skurwysyn\\p{L}*|spierdalaj|wypierdalaj|pierdol sie|zamknij (?:sie|morde|ryj|pysk)|zabij sie|zdechnij|nikt cie nie (?:chce|kocha|lubi)|nienawidze cie|tlusta (?:krowa|swinia)|glupia (?:krowa|suka)|jebana',
    ],
    sexual: [
      '(?:wyslij|przyslij|pokaz|wrzuc) (?:mi |swoje |jakies |twoje |nagie |swoj |swoja |jakas |zdjecie |zdjecia |fotke )*(?:nago|nagie|naga|cycki|cipke|cipka|tylek|dupe|nudesy|nudes|piersi)|nag(?:ie|a) (?:zdjeci\\p{L}+|fotk\\p{L}+)|nudes(?:y|ow)?',
      'ruchac|wyruchac|wyrucham|pieprzyc sie|przeleciec|przelece|(?:chce|chcialbym|moge) (?:cie |sie |z toba )*(?:pieprzyc|lizac|ssac|zerznac|dotykac|bzykac)|bzykac|moj(?:ego|emu)? (?:kutas\\p{L}*|chuj\\p{L}*|penis\\p{L}*)|kutas\\p{L}*|twoj(?:a|ej) (?:cipk\\p{L}+|pupe|dupk\\p{L}+)|twoje (?:cycki|piersi)|obciagn\\p{L}+|zrob(?:isz)? (?:mi )?loda|napalon\\p{L}+|jestes mokra|(?:uprawiac|chce|szukam|szukasz|masz ochote na|ochota na|ochote na) (?:tylko )?seks\\p{L}*|seks(?:u)? (?:ze mna|z toba|dzis|dzisiaj|bez zobowiazan)|kochac sie (?:z toba|ze mna)|masturb\\p{L}+|w trojkacie|stoi mi',
    ],
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
