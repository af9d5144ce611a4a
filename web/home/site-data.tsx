import { useQuery } from '@tanstack/react-query';
import { locales } from '#contract/lists/locales.ts';
import { usePage } from '#web/page/page.tsx';
import { companyQuery } from '#web/session/queries.ts';
import { useSettings } from '#web/session/use-session.ts';

/** What the site is and who runs it, as search engines read it (schema.org). A block of data: no policy has to let it run. */
export function SiteData() {
  const { origin } = usePage();
  const { name, description, languages = locales, support_email } = useSettings();
  const company = useQuery(companyQuery).data;
  if (!company) return null;
  const publisher = { '@id': `${origin}/#company` };
  const graph = [
    { '@type': 'WebSite', '@id': `${origin}/#site`, url: `${origin}/`, name, description: description || undefined, inLanguage: languages, publisher },
    {
      '@type': 'Organization',
      ...publisher,
      url: `${origin}/`,
      name,
      legalName: company.name,
      logo: `${origin}/icons/512.png`,
      email: support_email,
      telephone: company.support_phone ?? undefined,
      address: { '@type': 'PostalAddress', streetAddress: company.address, addressLocality: company.city, addressCountry: company.country },
    },
  ];
  // No word in it can end the block: `<` is written as an escape.
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
  return (
    <script type="application/ld+json" suppressHydrationWarning>
      {text}
    </script>
  );
}
