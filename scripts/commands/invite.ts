import { parseArgs } from 'node:util';
import { issueInvitations } from '#server/membership/index.ts';
import { withSite } from './with-site.ts';

// `npm run invite -- --count 10 --days 14`: prints signup links, each for one person, for a site with
// `signups: invite`. The site may keep running.

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1' }, days: { type: 'string', default: '14' } },
});
const [count, days] = [Number(values.count), Number(values.days)];
if (
  !(
    Number.isInteger(count) &&
    count >= 1 &&
    count <= 1000 &&
    Number.isInteger(days) &&
    days >= 1 &&
    days <= 365
  )
) {
  console.error('Use --count from 1 to 1000 and --days from 1 to 365.');
  process.exitCode = 1;
} else {
  await withSite({ attach: true }, async ({ app }) => {
    for (const path of await issueInvitations(app.db, { count, days }))
      console.log(app.config.publicUrl + path);
  });
}
