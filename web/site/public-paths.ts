/** Pages that anyone may find: in the sitemap, indexed, with hreflang. */
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
