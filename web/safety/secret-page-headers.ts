/** Headers of pages whose address is a secret: nothing stores, indexes or passes it on. */
export const secretPageHeaders = () => ({
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
});
