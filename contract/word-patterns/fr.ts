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
  unkind: {
    hurtful: [
      "(?:tu es|t'es|t es|espece de|sale|grosse|pauvre|quelle) (?:vraiment |trop |une |un |qu'une |qu'un |tellement |si |grosse |sale |juste )*(?:moche|laide?|grosse|conne?|pute|salope|idiote?|nulle?|debile|degueulasse|degoutante?|pathetique|cochonne|truie|vache|merde|ratee?|connard|connasse)",
      "salopes?|putes?|connasses?|connards?|encule\\p{L}*|ferme[- ]la|ta gueule|va te faire (?:foutre|voir|enculer)|nique (?:ta|toi)\\p{L}*|suicide-toi|va (?:mourir|crever)|creve (?:salope|pute|connard|connasse)|personne ne (?:veut de toi|t'aime)|je te (?:hais|deteste)|fils de pute|petasse",
    ],
    sexual: [
      '(?:envoie|montre|envoi)(?:[- ]moi)? (?:une |des |tes |ta |un |ton )*(?:photos? (?:de toi )?nues?|nudes?|seins|chatte|cul|nichons)|photos? (?:de toi )?nues?|nudes|toute nue',
      "baiser (?:avec|ensemble|ce soir|toute)|te baiser|baise[- ]moi|(?:suce|suces|sucer|lecher|leche)(?:[- ]moi)? (?:ma|mon|ta|ton|la|moi)|ma (?:bite|queue|grosse)|mon (?:penis|gland)|ta (?:chatte|petite chatte)|tes (?:seins|nichons|gros seins)|ton (?:cul|petit cul)|(?:j'ai|as) (?:tu )?(?:tres |trop )?envie de (?:toi ce soir|sexe|baiser|te baiser)|je bande|(?:fais|fait) bander|tu (?:mouilles|es mouillee)|faire l'amour|(?:du |de |pour le )sexe|plan cul|(?:me|te|se) branle\\p{L}*|(?:m'excite\\p{L}*|tres excitee? (?:par|quand))|une pipe (?:ce|sous|par|si)|(?:tailler|faire) une pipe|fellation|coucher avec",
    ],
  },
  fraud: {
    digits: ['zéro', 'zero', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf'],
    asksForMoney: [
      "(?:envoyer|envoie|envoyez|preter|prete|virer|donner) (?:moi |-moi )?(?:de l'argent|de l argent|un peu d'argent|des sous)|(?:envoie|prete|donne)[- ]moi (?:de l'argent|des sous|un peu d'argent)|besoin d'argent|virement|cartes? cadeaux?|coupons? (?:pcs|transcash|neosurf)|investir",
    ],
    goesElsewhere: ['mon numero|ton numero|appelle[- ]moi|ecris[- ]moi sur|ajoute[- ]moi'],
  },
};
