/**
 * Common words in Danish, Norwegian and Swedish passwords, most frequent first. zxcvbn has no dictionary for
 * these languages.
 */
export const nordicWords: string[] =
  `lösenord losenord passord adgangskode kodeord hemligt hemmelig hemmeligt hejsan hejhej hallå hallo sommar sommer vinter vinteren høst höst vår
forår efterår älskling elskling skat skatter kärlek kærlighet kjærlighet kærlighed älskar elsker jagälskardig jegelskerdig elskerdig mamma pappa mor far
mormor farmor bestemor familjen familien syster bror søster broder fotboll fotball fodbold ishockey hockey handboll håndbold sverige norge danmark
svensk norsk dansk stockholm göteborg goteborg malmö malmo uppsala oslo bergen trondheim stavanger københavn kobenhavn aarhus århus odense aalborg
brøndby brondby brondbyif fckøbenhavn hammarby djurgården djurgarden aik ifk rosenborg brann vålerenga midtsommer midsommar julafton julaften jultomte
nisse troll viking tusen tusinde blomma blomst solen solsken solskinn solskin regnbue regnbåge regnbage stjerne stjärna måne måne katten kattunge killing
hund hunden valp hvalp hesten häst hest kanin fisk björn bjørn ulven fluffy snuppan gumman sötnos vännen vennen smukke lille liten lillen prinsessa
prinsesse prins drottning dronning kongen kungen superman stålmannen pippi emil bamse legoland tivoli volvo saab jordbær jordgubbe hyggelig hygge velkommen
välkommen valkommen tillbaka farvel hejdå adjö takk tack tusentakk danske norske svenske åttiotal nittio anders andersson andersen hansen johansen johansson
karlsson nilsson eriksson larsson olsson persson svensson gustafsson nielsen jensen pedersen christensen larsen sørensen rasmussen olsen berg haugen
erik lars johan anna maria emma ida sofie mathilde freja astrid ingrid kari nora maja ella elsa linnea oskar viktor magnus mikkel rasmus frederik kasper
jonas henrik kristian bjarne torbjørn håkon sindre`
    .split(/\s+/)
    .filter((word, place, all) => all.indexOf(word) === place);
