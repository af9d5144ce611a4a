import type { CountryCode } from '../lists/countries.ts';
import type { AgeGate } from './lists.ts';

interface AgeLaw {
  law: string;
  /** Day on which the duty began. */
  since: string;
  source: string;
  /** The gate for a dating site without public pornography. */
  gate: Exclude<AgeGate, 'off'>;
}

/** When this table was last reviewed. Its content comes from general knowledge, and each operator must verify it. */
export const AGE_LAWS_REVIEWED = '2026-11-29';

/** The countries whose law asks for age checks. docs/operate/age-checks.md shows the same table. */
export const ageLaws = {
  GB: {
    law: 'Online Safety Act 2023, sections 11 to 13 and 81; Ofcom, guidance on highly effective age assurance',
    since: '2025-07-25',
    source: 'https://www.legislation.gov.uk/ukpga/2023/50',
    gate: 'before_contact',
  },
  FR: {
    law: 'Law 2024-449 (SREN), articles 1 and 2; Arcom, référentiel of 9 October 2024',
    since: '2025-01-11',
    source: 'https://www.legifrance.gouv.fr/jorf/id/JORFTEXT000049563368',
    gate: 'before_contact',
  },
  IT: {
    law: 'Decree-law 123/2023 ("Caivano"), article 13-bis; AGCOM, resolution 96/25/CONS',
    since: '2025-11-12',
    source: 'https://www.normattiva.it/uri-res/N2Ls?urn:nir:stato:decreto.legge:2023-09-15;123',
    gate: 'before_contact',
  },
  DE: {
    law: 'JMStV, sections 4(2) and 5; KJM, criteria for age verification systems',
    since: '2003-04-01',
    source: 'https://www.gesetze-bayern.de/Content/Document/JMStV',
    gate: 'before_contact',
  },
} as const satisfies Partial<Record<CountryCode, AgeLaw>>;
