import { parseArgs } from 'node:util';
import { generate } from 'otplib';
import { demoOperatorSecret } from '#seeds/people.ts';
import { isDemoOwner, ownerLink } from '#server/back-office/index.ts';
import { withSite } from './with-site.ts';

// `npm run operator`: prints the address that logs the site's owner in, once, within the hour. The site may run. With
// `--forget-second-step` the owner, who lost it, sets up a new one; `--email ADDRESS` is where copies of mails go. On a site with demo members it
// prints the code that is asked for too.

await withSite({ attach: true }, async ({ app }) => {
  const { email, 'forget-second-step': forgetFactors = false } = parseArgs({
    options: { email: { type: 'string' }, 'forget-second-step': { type: 'boolean' } },
  }).values;
  console.log(await ownerLink(app, { forgetFactors, ...(email && { email }) }));
  if (!forgetFactors && (await isDemoOwner(app.db))) console.log(`Code, for half a minute: ${await generate({ secret: demoOperatorSecret })}`);
});
