import { examine } from '#server/operations/doctor/examine.ts';
import { looksAt } from '#server/operations/doctor/looks.ts';
import { withSite } from './with-site.ts';

// `npm run doctor`: checks each part that the site needs. The site may keep running. The exit code is 1 if
// there is a problem; warnings leave it at 0.

const MARKS = { well: '✓', warning: '!', problem: '✗' };

await withSite({ attach: true }, async (site, config, ownerUrl) => {
  for await (const { name, state, found } of examine(looksAt({ app: site.app, config, ownerUrl }))) {
    console.log(`${MARKS[state]} ${name.padEnd(12)}${found}`);
    if (state === 'problem') process.exitCode = 1;
  }
});
