import { parseArgs } from 'node:util';
import { generate } from 'otplib';
import { demoOperatorSecret } from '#seeds/people.ts';
import { isDemoOwner, ownerLink } from '#server/office/index.ts';
import { withSite } from './with-site.ts';

// `npm run operator`: prints a link that logs in the site's owner once, within the hour. The site may keep
// running. With `--forget-second-step` an owner who lost the second factor sets up a new one. `--email
// ADDRESS` sets the recipient of mail copies. On a site with demo members it also prints the current code.

await withSite({ attach: true }, async ({ app }) => {
  const { email, 'forget-second-step': forgetFactors = false } = parseArgs({
    options: { email: { type: 'string' }, 'forget-second-step': { type: 'boolean' } },
  }).values;
  console.log(await ownerLink(app, { forgetFactors, ...(email && { email }) }));
  if (!forgetFactors && (await isDemoOwner(app.db)))
    console.log(`Code, valid for half a minute: ${await generate({ secret: demoOperatorSecret })}`);
});
