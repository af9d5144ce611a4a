import type { CountryCode } from '#contract/lists/countries.ts';
import type { PaymentMethod } from '#contract/lists/payment-methods.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { gatewayOrderIn } from '../catalogue/gateway-order.ts';
import type { PaymentGateway } from './gateway.ts';
import { openAll } from './registry.ts';
import type { SandboxGateway } from './sandbox.ts';

export interface Gateways {
  all: PaymentGateway[];
  /** The sandbox; null in production and wherever a real gateway is configured. */
  sandbox: SandboxGateway | null;
}

declare module '../../platform/app.ts' {
  interface Parts {
    gateways: Gateways;
  }
}

export function openGateways(app: Pick<App, 'db' | 'config'>): Gateways {
  const all = openAll(app);
  return { all, sandbox: all.find(isSandbox) ?? null };
}

const isSandbox = (gateway: PaymentGateway): gateway is SandboxGateway => gateway.name === 'sandbox';

export function gatewayNamed(app: Pick<App, 'parts'>, name: string): PaymentGateway {
  const gateway = app.parts.gateways.all.find((candidate) => candidate.name === name);
  if (!gateway) throw refuse('unavailable');
  return gateway;
}

/** The gateways that take a method in a country and currency, in the order in which they are tried. */
export async function gatewaysFor(
  app: Pick<App, 'db' | 'parts'>,
  method: PaymentMethod,
  country: CountryCode,
  currency: string,
): Promise<PaymentGateway[]> {
  const found: PaymentGateway[] = [];
  for (const gateway of app.parts.gateways.all) {
    if ((await gateway.methods(country, currency)).includes(method)) found.push(gateway);
  }
  const order = await gatewayOrderIn(app.db, country, currency, app.parts.gateways.all);
  return order(method, found);
}
