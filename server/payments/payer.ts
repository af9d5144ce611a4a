import { sql } from 'kysely';
import { countries, isCountry, type CountryCode } from '#contract/lists/countries.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import type { Db, Tx } from '../platform/database/index.ts';
import { settingsOf } from '../site-settings/index.ts';

/** A member as the till sees one. */
export interface Payer {
  id: number;
  email: string | null;
  name: string;
  language: Locale;
  host: string | null;
  country: CountryCode | null;
  credits: number;
  /** Credits that are owed after a chargeback. */
  credit_debt: number;
  paid_user: boolean;
  /** Seconds since signup, by the database's clock. */
  signed_up_ago: number;
  /** The welcome offer was once seen to be over. */
  welcome_ended: boolean;
  /** The e-mail address is confirmed. */
  confirmed: boolean;
  /** Banned, or waiting for its deletion: nobody can use what is paid now. */
  closed: boolean;
}

const payerColumns = sql`
  m.id, m.email, p.name, m.language, m.host, p.country, m.credits, m.credit_debt, m.paid_user,
  extract(epoch from app_now() - m.signup_date)::float8 as signed_up_ago, m.welcome_ended_at is not null as welcome_ended,
  m.confirmed_at is not null as confirmed, m.status in ('pending_deletion', 'banned') as closed`;

/** The member who pays, or null. */
export async function payerOf(db: Db, memberId: number): Promise<Payer | null> {
  const { rows } = await sql<Payer>`select ${payerColumns} from members m join profiles p on p.id = m.id where m.id = ${memberId}`.execute(db);
  return rows[0] ?? null;
}

/** The same, with the member's row locked: orders and settlements of one member come one after the other. */
export async function lockPayer(tx: Tx, memberId: number): Promise<Payer | null> {
  const { rows } = await sql<Payer>`select ${payerColumns} from members m join profiles p on p.id = m.id where m.id = ${memberId} for update of m`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Host of the site whose prices, rules and company hold for a payer: where the member signed up, whatever host the
 * request names. A visitor's is the request's.
 */
export const siteHostOf = (payer: Pick<Payer, 'host'> | null, requestHost: string): string => payer?.host ?? requestHost;

/** The payer's country: profile, else the address, else the site's own. */
export async function payingCountry(app: Pick<App, 'db' | 'parts' | 'geoip'>, payer: Payer | null, ip: string, host: string): Promise<CountryCode> {
  if (payer?.country && isCountry(payer.country)) return payer.country;
  const { domain_language, countries: open, default_country } = await settingsOf(app, siteHostOf(payer, host));
  const located = app.geoip.servedCountryOf(ip);
  if (located && open.includes(located)) return located;
  if (default_country) return default_country;
  const own = Object.entries(countries).find(([, { language }]) => language === domain_language && language !== 'en');
  return (own?.[0] ?? (domain_language === 'en' ? 'GB' : 'NL')) as CountryCode;
}
