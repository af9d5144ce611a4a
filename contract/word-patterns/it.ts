import type { WordPatterns } from './shape.ts';

export const it: WordPatterns = {
  streets: { endings: [], before: ['via'], after: ['via'] },
  asksIfReal: [
    'sei (?:davvero |proprio )?(?:reale|vera|vero|finta|finto|un bot|una persona (?:vera|reale)|fake)',
    'e un profilo (?:falso|vero|finto|fake)',
    'con chi (?:parlo|sto parlando)',
  ],
  claimsToBeReal: [
    '(?:io )?sono (?:davvero )?(?:reale|vera|vero|una persona (?:vera|reale)|una donna vera|un uomo vero)',
    'non sono (?:un bot|finta|finto|falsa|falso|fake)',
  ],
  promisesMeeting: [
    '(?:ci vediamo|vediamoci|incontriamoci|possiamo vederci|voglio (?:vederti|incontrarti))',
    'vieni da me',
  ],
  tellsTruth: ['fittizi'],
  minor: {
    phrases: ['sono (?:ancora )?minorenne|vado ancora a scuola'],
    verbs: ['ho'],
    only: ['solo'],
    years: ['anni'],
    saysYears: true,
    notAnAge: ['di\\s', "d'", 'd’'],
  },
  fraud: {
    digits: ['zero', 'uno', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove'],
    asksForMoney: [
      "(?:mandare|mandami|inviare|inviami|prestare|prestami|prestarmi|dammi) (?:dei |un po' di |un po di |del )?(?:soldi|denaro)|ho bisogno di (?:soldi|denaro)|bonifico|postepay|ricarica|carte? regalo|investire",
    ],
    goesElsewhere: ['il mio numero|il tuo numero|chiamami|scrivimi su|aggiungimi'],
  },
};
