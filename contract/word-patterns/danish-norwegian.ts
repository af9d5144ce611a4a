// Danish and Norwegian share these phrases, some of which differ by one letter.

export const asksIfReal = [
  'er (?:du|dette) (?:egentlig |virkelig |en )?(?:aegte|ekte|falsk|fake|virkelig|robot|en bot|bot|et menneske|et rigtigt menneske|en ekte person|en rigtig person|ekte person|falsk profil)',
  'hvem (?:skriver|snakker|taler) jeg (?:med|til)',
];

export const claimsToBeReal = [
  'jeg er (?:da |skam |jo )?(?:aegte|ekte|virkelig|et rigtigt menneske|en rigtig (?:kvinde|mand|person)|en ekte (?:person|kvinne|mann)|ikke (?:falsk|fake|en bot|en robot))',
];

export const promisesMeeting = [
  '(?:skal vi|kan vi|lad os|la oss|jeg vil gerne|jeg vil) (?:ikke )?(?:modes|mode dig|mode deg|ses|motes|treffes|treffe deg)',
  'kom (?:hjem|forbi|over) til mig',
  'kom (?:hjem )?til meg',
];

export const minorPhrases = [
  'jeg er (?:stadig |fortsatt )?(?:mindreårig|under 18)|jeg går (?:stadig |fortsatt )?(?:i folkeskolen|på ungdomsskolen)',
];

export const asksForMoney = [
  '(?:sende?|lane?|overfore?) (?:mig |meg )?(?:nogle |noen |litt |lidt )?penge[r]?|(?:brug|trenger|mangler) (?:for )?penge[r]?|mobilepay|vipps|gavekort|investere?',
];

export const goesElsewhere = [
  'mit nummer|dit nummer|ring til mig|skriv til mig pa|nummeret mitt|nummeret ditt|ring meg|skriv til meg pa',
];
