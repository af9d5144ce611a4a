import { useQuery } from '@tanstack/react-query';
import { locales } from '#contract/lists/locales.ts';
import { usePage } from '#web/page/page.tsx';
import { companyQuery } from '#web/session/queries.ts';
import { useSettings } from '#web/session/use-session.ts';

/**
 * Structured data (schema.org) about the site and its operator. Browsers do not run a data block, so it needs
 * no CSP nonce.
 */
export function SiteData() {
  const { origin } = usePage();
  const { name, description, languages = locales, support_email } = useSettings();
  const company = useQuery(companyQuery).data;
  if (!company) return null;
  const publisher = { '@id': `${origin}/#company` };
  const graph = [
    {
      '@type': 'WebSite',
      '@id': `${origin}/#site`,
      url: `${origin}/`,
      name,
      description: description || undefined,
      inLanguage: languages,
      publisher,
    },
    {
      '@type': 'Organization',
      ...publisher,
      url: `${origin}/`,
      name,
      legalName: company.name,
      logo: `${origin}/icons/512.png`,
      email: support_email,
      telephone: company.support_phone ?? undefined,
      address: {
        '@type': 'PostalAddress',
        streetAddress: company.address,
        addressLocality: company.city,
        addressCountry: company.country,
      },
    },
  ];
  // Escape `<` so that no text can close the script element.
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    '<',
    '\\u003c',
  );
  return (
    <script type="application/ld+json" suppressHydrationWarning>
      {text}
    </script>
  );
}
