import { ownerLink } from '#server/back-office/index.ts';
import { withSite } from './with-site.ts';

// `npm run operator`: prints the address that logs the site's owner in, once, within the hour. The site may run.

await withSite({ attach: true }, async ({ app }) => console.log(await ownerLink(app)));
