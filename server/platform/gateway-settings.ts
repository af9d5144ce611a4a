import type { GatewayName } from '#contract/lists/gateways.ts';
import { ConfigError, type Env, readUrl, text } from './environment.ts';

export interface GatewaySettings {
  verotel: { shopId: string; signatureKey: string; url: string };
  mollie: { apiKey: string; apiUrl: string };
  btcpay: { url: string; storeId: string; apiKey: string; webhookSecret: string };
  /** The sandbox has no settings. It runs if no real gateway is configured, and never in production. */
  sandbox: Record<string, never>;
}

export type GatewaysConfig = { [Name in GatewayName]: GatewaySettings[Name] | null };
type RealGateway = Exclude<GatewayName, 'sandbox'>;

const credentials: Record<RealGateway, readonly string[]> = {
  mollie: ['MOLLIE_API_KEY'],
  verotel: ['VEROTEL_SHOP_ID', 'VEROTEL_SIGNATURE_KEY'],
  btcpay: ['BTCPAY_URL', 'BTCPAY_STORE_ID', 'BTCPAY_API_KEY', 'BTCPAY_WEBHOOK_SECRET'],
};

const readers: { [Name in RealGateway]: (env: Env, ...credentials: string[]) => GatewaySettings[Name] } = {
  mollie: (env, apiKey = '') => ({
    apiKey,
    apiUrl: readUrl(env, 'MOLLIE_API_URL', ['http:', 'https:']) ?? 'https://api.mollie.com',
  }),
  verotel: (env, shopId = '', signatureKey = '') => ({
    shopId,
    signatureKey,
    url: readUrl(env, 'VEROTEL_URL', ['http:', 'https:']) ?? 'https://secure.verotel.com',
  }),
  btcpay: (env, url = '', storeId = '', apiKey = '', webhookSecret = '') => ({
    url: (readUrl(env, 'BTCPAY_URL', ['http:', 'https:']) ?? url).replace(/\/+$/, ''),
    storeId,
    apiKey,
    webhookSecret,
  }),
};

/**
 * Reads the settings of every gateway. Throws `ConfigError` if only some of a gateway's credentials are set,
 * and in production if no real gateway is configured or Mollie only tests.
 */
export function readGateways(env: Env, production: boolean): GatewaysConfig {
  const real = { mollie: read(env, 'mollie'), verotel: read(env, 'verotel'), btcpay: read(env, 'btcpay') };
  const isConfigured = Object.values(real).some((settings) => settings !== null);
  if (production && !isConfigured) {
    const ways = Object.values(credentials).map((names) => names.join(' and '));
    throw new ConfigError(`Production refuses the sandbox gateway: set ${ways.join(', or ')}.`);
  }
  if (production && real.mollie?.apiKey.startsWith('test_')) {
    throw new ConfigError(
      'Production refuses a test key of Mollie, whose payments cost nothing: set the live one as MOLLIE_API_KEY.',
    );
  }
  return { ...real, sandbox: isConfigured ? null : {} };
}

function read<Name extends RealGateway>(env: Env, gateway: Name): GatewaySettings[Name] | null {
  const names = credentials[gateway];
  const values = names.flatMap((name) => text(env, name) ?? []);
  if (values.length === 0) return null;
  if (values.length < names.length) {
    throw new ConfigError(`${names.join(' and ')} go together: set all of them or none.`);
  }
  return readers[gateway](env, ...values);
}
