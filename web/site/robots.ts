import { fileOf, type SiteFile } from './site-file.ts';

export const robots: SiteFile = ({ origin }) => {
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
  return fileOf('text/plain; charset=utf-8', lines.join('\n'));
};
