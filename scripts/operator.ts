import { generate } from 'otplib';
import { demoOperatorSecret } from '#seeds/people.ts';
import { isDemoOwner, ownerLink } from '#server/back-office/index.ts';
import { withSite } from './with-site.ts';

// `npm run operator`: prints the address that logs the site's owner in, once, within the hour. The site may run. With
// `--forget-second-step` the owner, who lost it, sets up a new one. On a site with demo members it prints the code that is asked for too.

await withSite({ attach: true }, async ({ app }) => {
  const forgetFactors = process.argv.includes('--forget-second-step');
  console.log(await ownerLink(app, { forgetFactors }));
  if (!forgetFactors && (await isDemoOwner(app.db))) console.log(`Code, for half a minute: ${await generate({ secret: demoOperatorSecret })}`);
});
