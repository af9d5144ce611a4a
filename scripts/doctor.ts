import { examine } from './doctor/examine.ts';
import { looksAt } from './doctor/looks.ts';
import { withSite } from './with-site.ts';

// `npm run doctor`: what the site needs, looked at one by one. The site may run. Exit code 1 when something is wrong.

await withSite({ attach: true }, async (site, config, ownerUrl) => {
  for await (const { name, well, found } of examine(looksAt({ site, config, ownerUrl }))) {
    console.log(`${well ? '✓' : '✗'} ${name.padEnd(12)}${found}`);
    if (!well) process.exitCode = 1;
  }
});
