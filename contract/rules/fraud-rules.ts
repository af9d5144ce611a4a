import { LINK, MESSENGER, PHONE, plain, words } from '../word-patterns.ts';

/**
 * Signs of fraud in a message, for a quiet hint to whoever receives it: it asks for money or talks of investing (`money`), carries a link
 * (`link`), or wants to go on elsewhere early (`elsewhere`). A hint accuses nobody: many such messages mean no harm. Pure; the browser
 * looks, so that no message is read for it on the server.
 */
export const fraudSigns = ['money', 'link', 'elsewhere'] as const;
export type FraudSign = (typeof fraudSigns)[number];

/** Messages of a conversation within which going elsewhere is early. */
export const EARLY_MESSAGES = 20;

/** Asking for money, ways to send it that nobody gets it back from, and quick riches, in the eleven languages. */
const MONEY = words(
  // everywhere
  'western union|moneygram|money ?gram|bitcoins?|btc|ethereum|usdt|crypto(?:currency|s)?|krypto\\p{L}*|kryptowaluty?|forex|paysafe(?:card)?|gift ?cards?|steam ?cards?|itunes ?cards?|cash ?app|venmo|paypal|revolut|iban',
  // en
  '(?:send|lend|loan|borrow|wire|transfer|give) (?:me |you |us )?(?:some |a little |a bit of |the )?(?:money|cash|funds)',
  '(?:need|have no|without) (?:some )?money|lend me|pay (?:me|my)|invest(?:ing|ment|ments)? (?:with|in|for|tip|platform)|double your money|trading platform',
  // nl
  'geld (?:sturen|overmaken|lenen|voorschieten|nodig|geven)|(?:stuur|leen|geef|maak) (?:je |jij |me |mij )?(?:wat |even |een beetje )?(?:me |mij )?(?:wat )?geld|tikkie|voorschieten|beltegoed|cadeaukaart(?:en)?|beleggen|investeren',
  // de
  'geld (?:schicken|senden|uberweisen|leihen|borgen|geben)|(?:schick|sende|leih|uberweis)e? mir (?:bitte )?(?:etwas |ein bisschen )?geld|brauche (?:dringend )?geld|gutscheinkarten?|geschenkkarten?|guthabenkarten?|investieren',
  // fr
  "(?:envoyer|envoie|envoyez|preter|prete|virer|donner) (?:moi |-moi )?(?:de l'argent|de l argent|un peu d'argent|des sous)|(?:envoie|prete|donne)[- ]moi (?:de l'argent|des sous|un peu d'argent)|besoin d'argent|virement|cartes? cadeaux?|coupons? (?:pcs|transcash|neosurf)|investir",
  // es
  '(?:enviar|enviame|envia|mandar|mandame|prestar|prestame|transferir) (?:algo de |un poco de |el )?dinero|necesito dinero|transferencia bancaria|bizum|tarjetas? (?:de )?regalo|invertir',
  // it
  "(?:mandare|mandami|inviare|inviami|prestare|prestami|prestarmi|dammi) (?:dei |un po' di |un po di |del )?(?:soldi|denaro)|ho bisogno di (?:soldi|denaro)|bonifico|postepay|ricarica|carte? regalo|investire",
  // pl
  '(?:wyslij|wyslac|pozycz|pozyczyc|przelej|przelac|przeslij) (?:mi )?(?:troche )?(?:pieniedzy|pieniadze|kase)|potrzebuje (?:pieniedzy|kasy)|przelew|kod blik|blikiem|karty? podarunkow\\p{L}+|zainwestow\\p{L}+|inwestycj\\p{L}+',
  // da, nb
  '(?:sende?|lane?|overfore?) (?:mig |meg )?(?:nogle |noen |litt |lidt )?penge[r]?|(?:brug|trenger|mangler) (?:for )?penge[r]?|mobilepay|vipps|gavekort|investere?',
  // sv
  '(?:skicka|lana|fora over|satta in) (?:mig )?(?:lite |nagra )?pengar|behover pengar|swish(?:a|ar)?|presentkort|investera',
  // fi
  '(?:laheta|lahettaa|lainaa|lainata|siirra) (?:minulle |mulle )?(?:vahan )?rahaa|tarvitsen rahaa|lahjakort\\p{L}+|sijoit\\p{L}+|tilisiirto|mobilepay',
);

/** Going on by another way, without its name. */
const ELSEWHERE = words(
  'text me|call me|my (?:number|whats ?app|insta|email)|your number|add me on|message me on',
  '(?:app|bel|mail) me|mijn nummer|jouw nummer|je nummer|je 06',
  'schreib mir (?:auf|per|bei)|meine (?:handy)?nummer|deine (?:handy)?nummer|ruf mich an',
  'mon numero|ton numero|appelle[- ]moi|ecris[- ]moi sur|ajoute[- ]moi',
  'mi numero|tu numero|llamame|escribeme (?:a|por|al)|agregame',
  'il mio numero|il tuo numero|chiamami|scrivimi su|aggiungimi',
  'moj numer|twoj numer|zadzwon do mnie|napisz do mnie na',
  'mit nummer|dit nummer|ring til mig|skriv til mig pa|nummeret mitt|nummeret ditt|ring meg|skriv til meg pa',
  'mitt nummer|ditt nummer|ring mig|skriv till mig pa|lagg till mig',
  'numeroni|numerosi|soita (?:minulle|mulle)|laita viestia|kirjoita (?:minulle|mulle)',
);

/** The signs in a text; `early`: one of the first messages of a conversation. */
export function fraudSignsIn(text: string, early: boolean): FraudSign[] {
  const said = plain(text);
  const found: FraudSign[] = [];
  if (MONEY.test(said)) found.push('money');
  if (LINK.test(text)) found.push('link');
  if (early && (MESSENGER.test(text) || PHONE.test(text) || ELSEWHERE.test(said))) found.push('elsewhere');
  return found;
}
