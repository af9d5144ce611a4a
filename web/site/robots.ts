import type { LoaderFunctionArgs } from 'react-router';

export function loader({ request }: LoaderFunctionArgs) {
  const { origin } = new URL(request.url);
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /*/chat$',
    'Disallow: /chats',
    'Disallow: /likes',
    'Disallow: /transactions',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
