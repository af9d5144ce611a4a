import { sql } from 'kysely';
import { countries, isCountry, type CountryCode } from '#contract/lists/countries.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import type { Db, Tx } from '../platform/database/index.ts';
import { settingsOf } from '../site-settings/index.ts';

export interface Payer {
  id: number;
  email: string | null;
  name: string;
  language: Locale;
  host: string | null;
  country: CountryCode | null;
  credits: number;
  credit_debt: number;
  paid_user: boolean;
  signed_up_ago: number;
  /** True once the end of the welcome offer was recorded. Setting the clock back does not reopen it. */
  welcome_ended: boolean;
  confirmed: boolean;
  /** Anybody may have typed in the address, so nothing is sold to the account (docs/product.md 13.8). */
  unconfirmed: boolean;
  /** Banned or pending deletion: credits bought now could not be used. */
  closed: boolean;
}

const payerColumns = sql`
  m.id, m.email, p.name, m.language, m.host, p.country, m.credits, m.credit_debt, m.paid_user,
  extract(epoch from app_now() - m.signup_date)::float8 as signed_up_ago, m.welcome_ended_at is not null as welcome_ended,
  m.confirmed_at is not null as confirmed,
  m.email_key is null or coalesce('not_confirmed' in (m.status, m.status_before_deletion, m.status_before_ban), false) as unconfirmed,
  m.status in ('pending_deletion', 'banned') as closed`;

export async function payerOf(db: Db, memberId: number): Promise<Payer | null> {
  const { rows } =
    await sql<Payer>`select ${payerColumns} from members m join profiles p on p.id = m.id where m.id = ${memberId}`.execute(
      db,
    );
  return rows[0] ?? null;
}

/** Locks the member's row, so that orders and settlements of one member run one after another. */
export async function lockPayer(tx: Tx, memberId: number): Promise<Payer | null> {
  const { rows } =
    await sql<Payer>`select ${payerColumns} from members m join profiles p on p.id = m.id where m.id = ${memberId} for update of m`.execute(
      tx,
    );
  return rows[0] ?? null;
}

/**
 * The host whose prices, rules and company apply: for a payer, the site of the signup, even if the request
 * goes to another host; for a visitor, the host of the request.
 */
export const siteHostOf = (payer: Pick<Payer, 'host'> | null, requestHost: string): string =>
  payer?.host ?? requestHost;

/** The payer's home country, which decides VAT, codes for a country and the days of withdrawal. */
export async function payingCountry(
  app: Pick<App, 'db' | 'parts' | 'geoip'>,
  payer: Payer | null,
  ip: string,
  host: string,
): Promise<CountryCode> {
  if (payer?.country && isCountry(payer.country)) return payer.country;
  const {
    domain_language,
    countries: open,
    default_country,
  } = await settingsOf(app, siteHostOf(payer, host));
  const located = app.geoip.servedCountryOf(ip);
  if (located && open.includes(located)) return located;
  if (default_country) return default_country;
  const own = Object.entries(countries).find(
    ([, { language }]) => language === domain_language && language !== 'en',
  );
  return (own?.[0] ?? (domain_language === 'en' ? 'GB' : 'NL')) as CountryCode;
}
