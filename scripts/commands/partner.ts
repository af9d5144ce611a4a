import { parseArgs } from 'node:util';
import { must } from '#contract/must.ts';
import { recordCommand } from '#server/audit/index.ts';
import { closeNetwork, listNetworks, writeNetwork } from '#server/traffic/index.ts';
import { withSiteUnless } from './with-site.ts';

// Manages the advertising networks that send visitors. The site may keep running.
//   npm run partner -- list
//   npm run partner -- set --key adnet --name "Ad Net" --postback "https://adnet.example/pb?id={sub1}&payout={payout}&event={event}" \
//                          --signup 1.50 --activation 3 --first-purchase 20 --currency EUR [--renew]
//   npm run partner -- close --key adnet
// For a new network, or with --renew, `set` prints the URL of the partner's figures and the secret that signs
// postbacks.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    name: { type: 'string' },
    postback: { type: 'string' },
    signup: { type: 'string' },
    activation: { type: 'string' },
    'first-purchase': { type: 'string' },
    currency: { type: 'string', default: 'EUR' },
    renew: { type: 'boolean', default: false },
  },
});
const [act = 'list'] = positionals;
const cents = (amount: string | undefined) =>
  amount === undefined ? undefined : Math.round(Number(amount) * 100);

await withSiteUnless(faultOf(), async ({ app }) => {
  if (act === 'list') return void console.table(await listNetworks(app.db));
  const key = must(values.key, '--key');
  if (act === 'close')
    return void console.log(
      (await closeNetwork(app.db, key, (tx, act) => recordCommand(tx, 'partner.close', act)))
        ? `${key} is closed.`
        : `There is no network ${key}.`,
    );
  const payouts = {
    signup: cents(values.signup),
    activation: cents(values.activation),
    first_purchase: cents(values['first-purchase']),
  };
  const made = await writeNetwork(
    app.db,
    {
      key,
      name: values.name ?? key,
      postbackUrl: values.postback ?? null,
      payouts: Object.fromEntries(Object.entries(payouts).filter(([, value]) => value !== undefined)),
      currency: values.currency,
    },
    { renew: values.renew, record: (tx, act) => recordCommand(tx, 'partner.set', act) },
  );
  console.log(
    made
      ? `Figures    ${app.config.publicUrl}/partners/${made.token}\nSecret     ${made.secret}`
      : `${key} has been changed.`,
  );
});

function faultOf(): string | null {
  if (!['list', 'set', 'close'].includes(act)) return 'Say list, set or close.';
  if (act === 'list') return null;
  if (!/^[a-z0-9][a-z0-9_-]{0,59}$/.test(values.key ?? ''))
    return 'Give --key: small letters, digits, - and _.';
  if (values.postback !== undefined && !URL.canParse(values.postback.replace(/[{}]/g, '')))
    return 'Give --postback as a whole address.';
  if (!/^[A-Z]{3}$/.test(values.currency)) return 'Give --currency as three capitals.';
  const amounts = [values.signup, values.activation, values['first-purchase']].map(cents);
  return amounts.every(
    (amount) => amount === undefined || (Number.isInteger(amount) && amount >= 0 && amount < 10_000_000),
  )
    ? null
    : 'Give payouts as amounts, such as 1.50.';
}
