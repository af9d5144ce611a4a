import { plain, words } from '../word-patterns.ts';

/**
 * The honesty rule of the writers' desk: asked whether a fictional profile is a real person, its writer tells the truth;
 * nobody promises a meeting that cannot take place. The composer reminds while one writes, the server once more on sending.
 */

/**
 * What a writer is reminded of: the draft says that the profile is a real person (`claims_real`), holds out a meeting
 * (`promises_meeting`), or leaves a question for the truth unanswered (`owes_truth`).
 */
export const honestyReminders = ['claims_real', 'promises_meeting', 'owes_truth'] as const;
export type HonestyReminder = (typeof honestyReminders)[number];

/** "Are you real?" in the eleven languages. */
const ASKS = words(
  // en
  'are (?:you|u) (?:even |actually )?(?:real|fake|a bot|a robot|an ai|human|a real (?:person|man|woman)|fictional)',
  '(?:you|u) (?:are|re) (?:fake|a bot|an ai)',
  'is this (?:real|fake|a fake|a bot)(?: profile| account)?',
  'who am i (?:really )?(?:talking|writing) to',
  // nl
  '(?:ben|bent) (?:je|jij|u) (?:wel |nou |eigenlijk )?(?:echt|nep|een bot|een robot|een echt(?:e)? (?:persoon|mens|man|vrouw))',
  'is dit (?:profiel )?(?:wel )?(?:echt|nep|een nepprofiel|fake)',
  'met wie (?:praat|schrijf|chat) ik',
  // de
  'bist du (?:uberhaupt |wirklich )?(?:echt|real|fake|ein bot|ein fake|ein (?:echter )?mensch|eine echte (?:frau|person)|ein echter mann)',
  'ist das (?:hier )?(?:echt|ein fake|ein fakeprofil|fake)',
  'mit wem (?:schreibe|rede|chatte) ich',
  // fr
  '(?:tu es|t es|es tu|es-tu|tu est|vous etes) (?:vraiment |bien )?(?:reelle?|vraie?|un (?:vrai|faux|bot|robot)|une vraie (?:personne|femme)|fake)',
  "(?:c est|c'est) un (?:faux|vrai) (?:profil|compte)",
  "a qui (?:je parle|j ecris|j'ecris)",
  // es
  'eres (?:de verdad )?(?:real|falsa?|un bot|un robot|una persona real|de verdad|un hombre real|una mujer real)',
  'es (?:un )?perfil (?:falso|real|fake)',
  'con quien (?:hablo|estoy hablando)',
  // it
  'sei (?:davvero |proprio )?(?:reale|vera|vero|finta|finto|un bot|una persona (?:vera|reale)|fake)',
  'e un profilo (?:falso|vero|finto|fake)',
  'con chi (?:parlo|sto parlando)',
  // da, nb
  'er (?:du|dette) (?:egentlig |virkelig |en )?(?:aegte|ekte|falsk|fake|virkelig|robot|en bot|bot|et menneske|et rigtigt menneske|en ekte person|en rigtig person|ekte person|falsk profil)',
  'hvem (?:skriver|snakker|taler) jeg (?:med|til)',
  // sv
  'ar (?:du|det har|detta) (?:verkligen |egentligen |en )?(?:akta|pa riktigt|fejk|falsk|en bot|bot|riktig|en riktig person|riktig person|fejkprofil)',
  'vem (?:skriver|pratar) jag (?:med|till)',
  // fi
  'oletko (?:sa |sina )?(?:ihan |oikeasti )?(?:oikea|aito|feikki|botti|ihminen|oikea ihminen|todellinen)',
  'onko tama (?:oikea|aito|feikki|valeprofiili)',
  'kenen kanssa (?:ma |mina )?(?:kirjoitan|juttelen|puhun)',
  // pl
  '(?:jestes|czy jestes) (?:w ogole |naprawde )?(?:prawdziwa|prawdziwy|botem|fejkiem|sztuczna|realna|realny|prawdziwa osoba|czlowiekiem)',
  'czy to (?:fejk|falszywe konto|prawdziwe konto|falszywy profil|prawdziwy profil)',
  'z kim (?:ja )?(?:pisze|rozmawiam)',
);

/** "I am real" in the eleven languages. */
const CLAIMS = words(
  "(?:i am|i'm|im) (?:a |an |very |totally |100% |so )?(?:real|human|real (?:person|woman|man|girl|guy)|not (?:a )?(?:fake|bot|fictional|robot))",
  'ik ben (?:heus |gewoon |wel |100% )?(?:echt|een echt(?:e)? (?:persoon|mens|vrouw|man)|geen (?:bot|nep|nepprofiel|robot)|niet nep)',
  'ich bin (?:wirklich |100% )?(?:echt|real|ein echter mensch|eine echte (?:frau|person)|ein echter mann|kein (?:bot|fake)|nicht fake)',
  'je suis (?:bien |vraiment )?(?:reelle?|vraie?|une vraie (?:personne|femme)|un vrai (?:mec|homme)|pas (?:un )?(?:faux|bot|fake|robot))',
  '(?:yo )?soy (?:muy )?(?:real|de verdad|una persona real|una mujer real|un hombre real)',
  'no soy (?:un bot|falsa|falso|fake|un robot)',
  '(?:io )?sono (?:davvero )?(?:reale|vera|vero|una persona (?:vera|reale)|una donna vera|un uomo vero)',
  'non sono (?:un bot|finta|finto|falsa|falso|fake)',
  'jeg er (?:da |skam |jo )?(?:aegte|ekte|virkelig|et rigtigt menneske|en rigtig (?:kvinde|mand|person)|en ekte (?:person|kvinne|mann)|ikke (?:falsk|fake|en bot|en robot))',
  'jag ar (?:faktiskt )?(?:akta|riktig|pa riktigt|en riktig (?:person|kvinna|man)|inte (?:fejk|en bot|falsk))',
  '(?:ma |mina )?(?:oon|olen) (?:ihan )?(?:oikea|aito|todellinen|oikea ihminen)',
  'en ole (?:botti|feikki)',
  'jestem (?:naprawde )?(?:prawdziwa|prawdziwy|realna|realny|prawdziwa osoba|czlowiekiem)',
  'nie jestem (?:botem|fejkiem|sztuczna|sztuczny)',
);

/** Words that hold out a meeting. */
const MEETS = words(
  "(?:let's|lets|we should|we could|want to|can we|shall we|when can we|i want to|i will|i'll) (?:finally )?(?:meet|meet up|see each other|go on a date)",
  'meet (?:you|me|up) (?:at|on|in|tonight|tomorrow|this)',
  'come (?:over|to my place|to mine)',
  '(?:zullen we|laten we|kunnen we|wil je|ik wil) (?:je |elkaar |een keer |snel |gauw )*(?:ontmoeten|afspreken|zien)',
  'afspreken\\?',
  'kom (?:maar )?(?:langs|naar mij|bij mij)',
  '(?:lass uns|wollen wir|konnen wir|sollen wir|ich will dich|ich mochte dich) (?:uns |mal |bald |gerne )*(?:treffen|sehen|verabreden)',
  'komm (?:doch )?(?:vorbei|zu mir)',
  '(?:on se voit|on pourrait se voir|on se rencontre|voyons-nous|je veux te (?:voir|rencontrer))',
  'viens chez moi',
  '(?:quedamos|nos vemos|podemos vernos|quiero (?:verte|conocerte en persona|quedar))',
  'ven a mi casa',
  '(?:ci vediamo|vediamoci|incontriamoci|possiamo vederci|voglio (?:vederti|incontrarti))',
  'vieni da me',
  '(?:skal vi|kan vi|lad os|la oss|jeg vil gerne|jeg vil) (?:ikke )?(?:modes|mode dig|mode deg|ses|motes|treffes|treffe deg)',
  'kom (?:hjem|forbi|over) til mig',
  'kom (?:hjem )?til meg',
  '(?:ska vi|kan vi|lat oss|jag vill) (?:ses|traffas|traffa dig|motas)',
  'kom (?:hem )?till mig',
  '(?:tavataanko|nahdaanko|tavataan|nahdaan|haluan (?:tavata|nahda) sinut)',
  'tule (?:mun|minun) luo',
  '(?:spotkajmy sie|spotkamy sie|mozemy sie (?:spotkac|zobaczyc)|chce sie (?:z toba )?(?:spotkac|zobaczyc))',
  'wpadnij do mnie',
);

/** Words by which a writer tells the truth. */
const TRUTH =
  /fictional|fictief|fiktiv|fiktief|fictif|fictive|ficticio|ficticia|fittizi|fiktiivi|keksitt|fikcyjn|uppdiktad|opdigtet|oppdiktet|erfunden|verzonnen|written by|geschreven door|team (?:writes|schrijft|schreibt)/;

/** Whether a member asks for the truth about the profile. */
export const asksIfReal = (text: string): boolean => ASKS.test(plain(text));

/** What a writer is to be reminded of before this draft goes out; empty when it may. */
export function honestyRemindersFor(draft: string, askedIfReal: boolean): HonestyReminder[] {
  const text = plain(draft);
  const truthful = TRUTH.test(text);
  return [
    ...(CLAIMS.test(text) && !truthful ? (['claims_real'] as const) : []),
    ...(MEETS.test(text) ? (['promises_meeting'] as const) : []),
    ...(askedIfReal && !truthful ? (['owes_truth'] as const) : []),
  ];
}
