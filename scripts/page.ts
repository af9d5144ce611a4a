import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isLocale, type Locale } from '#contract/lists/locales.ts';
import { dropPage, listPages, writePage } from '#server/static-pages/index.ts';
import { withSiteUnless } from './with-site.ts';

// Static pages in Markdown. The site may run; what is written shows at once, at /<token> and /pages/<token>.
//   npm run page -- list
//   npm run page -- set --token house-rules --language nl --file rules.md [--site example.com]
//   npm run page -- drop --token house-rules --language nl [--site example.com]
// Texts may name {{site}}, {{company}}, {{kvk}}, {{vat_numbers}}, {{address}}, {{tradenames}}, {{support_email}}, {{support_phone}},
// {{refund_days}}, {{min_age}} and {{terms_date}}.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    token: { type: 'string', default: '' },
    language: { type: 'string', default: '' },
    site: { type: 'string', default: '*' },
    file: { type: 'string' },
  },
});
const [act = 'list'] = positionals;

await withSiteUnless(faultOf(), async ({ app }) => {
  if (act === 'list') return void console.table(await listPages(app.db));
  const which = { host: values.site, token: values.token, language: values.language as Locale };
  if (act === 'drop') return void console.log((await dropPage(app.db, which)).dropped ? 'Gone.' : 'There was nothing.');
  await writePage(app.db, { ...which, body: readFileSync(values.file!, 'utf8') });
  console.log(`${app.config.publicUrl}/${values.token}`);
});

function faultOf(): string | null {
  if (!['list', 'set', 'drop'].includes(act)) return 'Say list, set or drop.';
  if (act === 'list') return null;
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(values.token)) return 'Give --token: small letters, digits and -.';
  if (!isLocale(values.language)) return 'Give --language, such as nl.';
  return act === 'set' && !values.file ? 'Give --file, a text in Markdown.' : null;
}
