import { reconcileLedger } from '#server/credits/index.ts';
import { withSite } from './with-site.ts';

// `npm run ledger:check`: checks that balances equal the sums of the ledger and that entries net to zero. The
// site may keep running.

await withSite({ attach: true }, async ({ app }) => {
  const { entries, held, accounts, total, faults } = await reconcileLedger(app.db);
  console.log(`${entries} entries; members hold ${held} credits.`);
  for (const [account, credits] of Object.entries(accounts)) console.log(`  ${account.padEnd(8)} ${credits}`);
  console.log(
    total === 0 ? 'All accounts together: 0.' : `All accounts together: ${total}, which should be 0.`,
  );
  for (const { rule, member, detail } of faults) console.error(`member ${member}: ${rule}: ${detail}`);
  if (faults.length > 0 || total !== 0) process.exitCode = 1;
});
