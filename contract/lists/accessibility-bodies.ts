import type { CountryCode } from './countries.ts';

/** Countries that apply the General Data Protection Regulation and the Digital Services Act. */
export const euCountries = [
  'NL',
  'BE',
  'FR',
  'IT',
  'ES',
  'DE',
  'AT',
  'IE',
  'PL',
  'DK',
  'FI',
  'SE',
] as const satisfies readonly CountryCode[];
export type EuCountry = (typeof euCountries)[number];

export const isEuCountry = (code: string): code is EuCountry =>
  (euCountries as readonly string[]).includes(code);

/**
 * Countries whose authority below was confirmed by a page of that state. The office asks the operator to check
 * the others before publishing.
 */
export const confirmedAccessibilityBodies: readonly EuCountry[] = ['PL'];

/**
 * Authorities that enforce the European Accessibility Act for e-commerce services. A country that joins the
 * list above needs its authority here.
 */
export const accessibilityBodies: Record<EuCountry, string> = {
  NL: 'Autoriteit Consument & Markt, www.acm.nl',
  BE: 'FOD Economie / SPF Économie, economie.fgov.be',
  FR: 'DGCCRF, signal.conso.gouv.fr',
  IT: 'Agenzia per l’Italia Digitale (AgID), www.agid.gov.it',
  ES: 'Oficina de Atención a la Discapacidad (OADIS), www.oadis.es',
  DE: 'Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF), www.mlbf-barrierefrei.de',
  AT: 'Sozialministeriumservice, www.sozialministeriumservice.gv.at',
  IE: 'Competition and Consumer Protection Commission (CCPC), www.ccpc.ie',
  // The minister supervises e-commerce. PFRON only coordinates the authorities.
  PL: 'Minister Cyfryzacji, www.gov.pl/cyfryzacja',
  DK: 'Digitaliseringsstyrelsen, digst.dk',
  FI: 'Traficom, www.saavutettavuusvaatimukset.fi',
  SE: 'Post- och telestyrelsen (PTS), www.pts.se',
};
