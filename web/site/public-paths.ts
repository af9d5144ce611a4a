/** Pages that are in the sitemap, indexed, and linked by hreflang. */
export const publicPaths = [
  '/',
  '/pricing',
  '/match-finder',
  '/lang-config',
  '/pages/terms',
  '/pages/privacy',
  '/pages/cookies',
  '/pages/service',
  '/pages/return-policy',
  '/withdraw',
  '/pages/faq',
  '/pages/ban',
  '/signup',
  '/login',
];
