import { reconcileLedger } from '#server/credits/index.ts';
import { withSite } from './with-site.ts';

// `npm run ledger:check`: proves that balances equal the sums of the ledger and that entries net to zero. The site may run.

await withSite({ attach: true }, async ({ app }) => {
  const { entries, held, accounts, faults } = await reconcileLedger(app.db);
  console.log(`${entries} entries; members hold ${held} credits.`);
  for (const [account, credits] of Object.entries(accounts)) console.log(`  ${account.padEnd(8)} ${credits}`);
  const sum = Object.values(accounts).reduce((total, credits) => total + credits, held);
  console.log(sum === 0 ? 'All accounts together: 0.' : `All accounts together: ${sum}, which should be 0.`);
  for (const { rule, member, detail } of faults) console.error(`member ${member}: ${rule}: ${detail}`);
  if (faults.length > 0 || sum !== 0) process.exitCode = 1;
});
