import type { WordPatterns } from './shape.ts';

export const fr: WordPatterns = {
  streets: { endings: [], before: ['rue'], after: ['rue', 'avenue', 'boulevard'] },
  asksIfReal: [
    '(?:tu es|t es|es tu|es-tu|tu est|vous etes) (?:vraiment |bien )?(?:reelle?|vraie?|un (?:vrai|faux|bot|robot)|une vraie (?:personne|femme)|fake)',
    "(?:c est|c'est) un (?:faux|vrai) (?:profil|compte)",
    "a qui (?:je parle|j ecris|j'ecris)",
  ],
  claimsToBeReal: [
    'je suis (?:bien |vraiment )?(?:reelle?|vraie?|une vraie (?:personne|femme)|un vrai (?:mec|homme)|pas (?:un )?(?:faux|bot|fake|robot))',
  ],
  promisesMeeting: [
    '(?:on se voit|on pourrait se voir|on se rencontre|voyons-nous|je veux te (?:voir|rencontrer))',
    'viens chez moi',
  ],
  tellsTruth: ['fictif', 'fictive'],
  minor: {
    phrases: ['je suis (?:encore )?(?:mineure?|au lycée|au collège)'],
    verbs: ["j(?:'|’)ai"],
    only: ['seulement', 'que'],
    years: ['ans'],
    saysYears: true,
    notAnAge: ["d'", 'd’', 'de\\s'],
  },
  fraud: {
    digits: ['zéro', 'zero', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf'],
    asksForMoney: [
      "(?:envoyer|envoie|envoyez|preter|prete|virer|donner) (?:moi |-moi )?(?:de l'argent|de l argent|un peu d'argent|des sous)|(?:envoie|prete|donne)[- ]moi (?:de l'argent|des sous|un peu d'argent)|besoin d'argent|virement|cartes? cadeaux?|coupons? (?:pcs|transcash|neosurf)|investir",
    ],
    goesElsewhere: ['mon numero|ton numero|appelle[- ]moi|ecris[- ]moi sur|ajoute[- ]moi'],
  },
};
