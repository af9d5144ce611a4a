import { parseArgs } from 'node:util';
import { countDays, measureClaims } from '#server/figures/index.ts';
import { withSite } from './with-site.ts';

// Counts the figures now, as the site's hourly job does. The site may keep running.
//
//   npm run figures                                        from two days before the last counted day up to today
//   npm run figures -- --from 2026-01-01 [--to 2026-03-31] those days; days over 60 days ago are counted only once

const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
const wrong = [values.from, values.to].find(
  (day) => day !== undefined && !(/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))),
);

if (wrong !== undefined) {
  console.error(`${wrong} is not a day such as 2026-01-31.`);
  process.exitCode = 1;
} else {
  await withSite({ attach: true }, async ({ app }) => {
    const days = await countDays(app, {
      ...(values.from && { from: values.from }),
      ...(values.to && { to: values.to }),
    });
    await measureClaims(app);
    console.log(
      days.length === 0
        ? 'Nothing to count.'
        : `Counted ${days.length} days, ${days[0]} to ${days.at(-1)}, and measured the claims.`,
    );
  });
}
