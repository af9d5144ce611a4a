import type { CountryCode } from '#contract/countries.ts';
import type { PaymentMethod } from '#contract/enums.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { PaymentGateway } from './gateway.ts';
import { createMollie } from './mollie.ts';
import { createSandbox, type SandboxGateway } from './sandbox.ts';
import { createVerotel } from './verotel.ts';

export interface Gateways {
  all: PaymentGateway[];
  /** The pretend gateway; null in production and wherever a real one is set. */
  sandbox: SandboxGateway | null;
}

type Parts = Pick<App, 'db' | 'config'>;
const made = new WeakMap<Parts['db'], Gateways>();

/** The gateways that this process's configuration names. */
export function gatewaysOf(app: Parts): Gateways {
  const known = made.get(app.db);
  if (known) return known;
  const sandbox = app.config.gateways.sandbox ? createSandbox({ db: app.db, secret: app.config.secret }) : null;
  const { publicUrl, gateways: named } = app.config;
  const verotel = named.verotel ? createVerotel({ ...named.verotel, publicUrl }) : null;
  const mollie = named.mollie ? createMollie({ ...named.mollie, publicUrl }) : null;
  const gateways: Gateways = { sandbox, all: [verotel, mollie, sandbox].filter((gateway) => gateway !== null) };
  made.set(app.db, gateways);
  return gateways;
}

/** The gateway of a payment that exists. Throws when its gateway is no longer configured. */
export function gatewayNamed(app: Parts, name: string): PaymentGateway {
  const gateway = gatewaysOf(app).all.find((one) => one.name === name);
  if (!gateway) throw refuse('unavailable');
  return gateway;
}

/** Which gateway takes a method in a country; the first configured one that offers it. */
export async function gatewayFor(app: Parts, method: PaymentMethod, country: CountryCode, currency: string): Promise<PaymentGateway | undefined> {
  for (const gateway of gatewaysOf(app).all) {
    if ((await gateway.methods(country, currency)).includes(method)) return gateway;
  }
  return undefined;
}
