// Records which English text each translation was made from:
//
//   npm run locales:record                       after texts were translated
//   npm run locales:record -- --confirm <key>…   also accepts translations that are still right
//
// It lists the translations that are stale and ends with 1 while there are any.
import {
  compareSources,
  readSources,
  textsOf,
  translatedLocales,
  writeSources,
} from '../checks/translation-sources.ts';

const args = process.argv.slice(2);
const confirmed = new Set(args[0] === '--confirm' ? args.slice(1) : []);
if (args.length > 0 && confirmed.size === 0) {
  console.error('Usage: npm run locales:record [-- --confirm <key>…]');
  process.exit(2);
}

const english = textsOf('en');
let count = 0;
for (const locale of translatedLocales) {
  const { stale, sources } = compareSources(english, textsOf(locale), readSources(locale), confirmed);
  writeSources(locale, sources);
  for (const key of stale) console.error(`${locale} ${key} is stale: its English text changed.`);
  count += stale.length;
}
console.log(count === 0 ? 'All translations match their English texts.' : `${count} translations are stale.`);
process.exitCode = count > 0 ? 1 : 0;
