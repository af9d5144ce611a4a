import type { Texts } from './shape.ts';

export const fr: Texts = {
  firstNames: {
    female:
      'Manon Inès Léa Camille Charlotte Louise Juliette Margaux Clémence Amandine Aurélie Élodie Fatou Céline Sandrine Nathalie Véronique Sylvie',
    male: 'Hugo Bastien Antoine Arthur Maxime Romain Thibault Guillaume Karim Julien Mathieu Nicolas Sébastien Olivier Laurent Didier Pascal Philippe',
  },
  openings: [
    'La semaine je travaille beaucoup, le week-end on me trouve rarement deux fois au même endroit.',
    "Mes amis me disent calme, jusqu'à ce que quelqu'un mette de la musique.",
    "Je ris facilement, j'écoute bien et j'arrive toujours avec cinq minutes de retard. J'y travaille.",
    '{Nouveau|Nouvelle} en ville, je redécouvre les rues, de préférence en bonne compagnie.',
    'Je préfère la curiosité aux grands airs.',
    "Une terrasse au soleil, une vraie conversation, et j'oublie l'heure.",
    "Honnête, un brin {têtu|têtue}, rarement à court d'une plaisanterie.",
    "{Sérieux|Sérieuse} le jour, très {doué|douée} le soir pour repousser l'heure du coucher.",
  ],
  works: [
    "Je travaille à l'hôpital et j'y laisse les meilleures histoires.",
    "Je tiens un atelier de vélos, d'où les doigts noirs.",
    "J'enseigne à des adolescents, il en faut beaucoup pour me choquer.",
    'Je dessine des jardins et aucune plante ne survit chez moi.',
    "Je passe mes journées devant un écran, après j'ai besoin d'air.",
    'Je cuisine dans un restaurant où il fait toujours trop chaud.',
    'Je conduis des trains et je vois tous les levers de soleil.',
    "Je coupe les cheveux et j'entends tout.",
  ],
  days: {
    cooking: 'Le dimanche, je passe des heures en cuisine ; les gourmands sont les bienvenus.',
    hiking: "Une longue marche et une soupe à l'arrivée : il ne m'en faut pas plus.",
    music: "Mes disques prennent plus de place que mes livres, et ce n'est pas peu dire.",
    travelling: 'Il y a toujours un sac à moitié prêt sous mon lit.',
    biking: "Je vais partout à vélo, même sous la pluie, et je m'en plains avec le sourire.",
    reading: 'Je lis de tout et je prête des livres que je ne revois jamais.',
    beach: 'La mer en toute saison, avec un thermos et les mains froides.',
    wine: 'Un verre de vin, quelque chose de bon à grignoter, et le téléphone dans une autre pièce.',
    coffee: 'Avant le café je suis là, mais je ne sers à personne.',
    dancing: 'Je danse mieux que je ne parle, et je parle plutôt bien.',
    animals: 'Mon chien donne toujours son avis en premier, mais il se laisse acheter.',
    movies: 'Les vieux films dans les petites salles, de préférence le mardi.',
  },
  later: [
    "Les enfants ont quitté la maison et j'ai soudain tout mon temps.",
    'Je sais désormais ce que je ne cherche plus, cela évite bien des soucis.',
    "J'en ai vu assez pour ne pas me vanter, et trop peu pour rester en place.",
  ],
  seeking: [
    "J'aimerais rencontrer quelqu'un avec qui rire et se réveiller.",
    "Un peu de piquant, oui, à condition d'y mettre de la douceur.",
    "Parlons d'abord ; si le courant passe, on le saura tous les deux.",
    'Pas de grandes promesses, mais une attention sincère.',
    "Une soirée qui finit beaucoup trop tard : j'en suis.",
    "Écris-moi une chose que tu n'as jamais dite à personne.",
    "J'aime flirter avec quelqu'un qui a de la répartie.",
  ],
  dialogues: [
    [
      "Salut ! Le phare sur ta photo, c'est en Bretagne ?",
      "Bien vu ! J'y vais tous les ans, surtout quand ça souffle.",
      'Marcher dans la tempête, chapeau.',
      "Et toi ? Plutôt le chocolat chaud d'après ?",
      'Les deux, dans cet ordre 😊',
      "Alors on devrait s'entendre.",
    ],
    [
      "Tu cuisines le dimanche, à ce que je lis. Qu'y a-t-il au menu cette semaine ?",
      "Un risotto au citron. J'ai encore acheté beaucoup trop.",
      "Trop de risotto, cela n'existe pas.",
      "C'est exactement la réponse que j'espérais.",
    ],
    [
      'Bonsoir. Toi aussi, les premières phrases te paralysent ?',
      "Complètement. La tienne était très bien, d'ailleurs.",
      'Quel soulagement. Et cette journée ?',
      "Longue, mais elle vient de s'améliorer.",
      'Tant mieux. Le meilleur moment du mois ?',
      'Une baignade en pleine nuit. Glaciale, et je recommence quand on veut.',
    ],
    [
      'On dirait que nous sommes presque voisins.',
      "C'est vrai ! Nous étions peut-être dans la même file à la boulangerie hier.",
      "Si tu as pris le dernier croissant, il faut qu'on parle.",
      'Je plaide coupable. Je te dois un café.',
    ],
    [
      'Quel disque dois-je mettre ce soir ?',
      'Cela dépend : pour danser ou pour réfléchir ?',
      "D'abord réfléchir, ensuite danser.",
      'Alors commence par Nina Simone, et on verra la suite.',
    ],
  ],
  answers: {
    good_evening: ['plus personne qui regarde l’heure.', 'un retour à pied deux fois plus long que prévu.'],
    soft_spot: ['les librairies d’occasion avec un chat en vitrine.', 'les gens qui saluent les trains.'],
    sunday: [
      'Marché, café, une longue baignade et une soupe qui mijote toute la journée.',
      'Au lit avec le journal, jusqu’à ce que quelqu’un parle de déjeuner.',
    ],
    cook: ['un risotto : tu remues, je parle.', 'le seul curry que je réussis les yeux fermés.'],
    win_me: [
      'une question que personne d’autre n’a eu l’idée de poser.',
      'du bon pain et de mauvaises blagues.',
    ],
    story: [
      'In the Mood for Love. J’entends encore le violon sous la pluie.',
      'Les Vestiges du jour, pour tout ce qu’il ne dit pas.',
    ],
    small_luxury: [
      'Des draps propres un mardi, sans aucune raison.',
      'La place côté fenêtre, toujours, même pour vingt minutes.',
    ],
  },
};
