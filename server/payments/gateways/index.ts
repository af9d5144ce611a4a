import type { CountryCode } from '#contract/lists/countries.ts';
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

declare module '../../platform/app.ts' {
  interface Parts {
    gateways: Gateways;
  }
}

/** The gateways that this process's configuration names. */
export function openGateways(app: Pick<App, 'db' | 'config'>): Gateways {
  const sandbox = app.config.gateways.sandbox ? createSandbox({ db: app.db, secret: app.config.secret }) : null;
  const { publicUrl, gateways: named } = app.config;
  const verotel = named.verotel ? createVerotel({ ...named.verotel, publicUrl }) : null;
  const mollie = named.mollie ? createMollie({ ...named.mollie, publicUrl }) : null;
  return { sandbox, all: [verotel, mollie, sandbox].filter((gateway) => gateway !== null) };
}

/** The gateway of a payment that exists. Throws when its gateway is no longer configured. */
export function gatewayNamed(app: Pick<App, 'parts'>, name: string): PaymentGateway {
  const gateway = app.parts.gateways.all.find((one) => one.name === name);
  if (!gateway) throw refuse('unavailable');
  return gateway;
}

/** Which gateway takes a method in a country; the first configured one that offers it. */
export async function gatewayFor(app: Pick<App, 'parts'>, method: PaymentMethod, country: CountryCode, currency: string): Promise<PaymentGateway | undefined> {
  for (const gateway of app.parts.gateways.all) {
    if ((await gateway.methods(country, currency)).includes(method)) return gateway;
  }
  return undefined;
}
