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
  unkind: {
    hurtful: [
      '(?:sei|quanto sei|brutta|brutto|razza di) (?:proprio |davvero |una |un |cosi |molto |solo |solo una |troppo )*(?:brutta|brutto|grassa|grasso|stupida|stupido|puttana|troia|zoccola|idiota|cretina|cretino|schifosa|schifoso|patetica|patetico|inutile|fallita|fallito|scema|scemo|maiala|cesso|deficiente)',
      'puttan[ae]|zoccol[ae]|stronz[aoie]|figli[oa] di puttana|vaffanculo|fanculo|vai a (?:cagare|farti fottere|morire)|chiudi (?:la bocca|il becco)|stai zitta|ammazzati|ucciditi|crepa|nessuno ti (?:vuole|ama|sopporta)|ti odio|bastard[ao]|testa di cazzo|fai schifo|mi fai schifo',
    ],
    sexual: [
      '(?:manda|mandami|inviami|fammi vedere|mostrami) (?:una |delle |le tue |la tua |il tuo |le |la |il |foto |qualche )*(?:nuda|nudo|nude|nudes|tette|figa|fica|culo|seno)|foto (?:nuda|nudo|di nudo|intime)|nudes',
      "scopar(?:e|ti|mi|ci|ela)|scopiamo|ti scopo|(?:voglio|vorrei|posso) (?:leccar|succhiar|toccar|trombar)\\p{L}+|trombare|il mio (?:cazzo|pene|uccello)|mio cazzo|la tua (?:figa|fica|bocca su)|le tue (?:tette|belle tette)|il tuo (?:culo|culetto)|pompino|succhiam\\p{L}+|arrapat[ao]|mi eccit\\p{L}+|eccitat[ao] (?:pensando|per te)|sei bagnata|ce l'ho duro|venirti (?:dentro|addosso|in)|(?:fare|voglio|cerco|cerchi) (?:solo |del |un po' di )?sesso|sesso (?:con (?:te|me)|stasera|adesso|occasionale)|fare l'amore|masturb\\p{L}+|(?:farmi|farti|fammi) una sega|cazzo (?:duro|in bocca)",
    ],
  },
  fraud: {
    digits: ['zero', 'uno', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove'],
    asksForMoney: [
      "(?:mandare|mandami|inviare|inviami|prestare|prestami|prestarmi|dammi) (?:dei |un po' di |un po di |del )?(?:soldi|denaro)|ho bisogno di (?:soldi|denaro)|bonifico|postepay|ricarica|carte? regalo|investire",
    ],
    goesElsewhere: ['il mio numero|il tuo numero|chiamami|scrivimi su|aggiungimi'],
  },
};
