import { type GatewayName, gatewayNames } from '#contract/lists/gateways.ts';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/config.ts';
import type { GatewaySettings } from '../../platform/gateway-settings.ts';
import { btcpayKind } from './btcpay.ts';
import type { GatewayKind, PaymentGateway } from './gateway.ts';
import { mollieKind } from './mollie.ts';
import { sandboxKind } from './sandbox.ts';
import { verotelKind } from './verotel.ts';

export const gatewayKinds: { [Name in GatewayName]: GatewayKind<GatewaySettings[Name]> } = {
  verotel: verotelKind,
  mollie: mollieKind,
  btcpay: btcpayKind,
  sandbox: sandboxKind,
};

export const openAll = (app: Pick<App, 'db' | 'config'>): PaymentGateway[] =>
  gatewayNames.flatMap((name) => open(app, name) ?? []);

function open<Name extends GatewayName>(
  app: Pick<App, 'db' | 'config'>,
  name: Name,
): PaymentGateway | undefined {
  const settings: GatewaySettings[Name] | null = app.config.gateways[name];
  return settings === null ? undefined : gatewayKinds[name].open(settings, app);
}

export async function checkGateways({ gateways }: Pick<Config, 'gateways'>): Promise<string> {
  const findings: string[] = [];
  for (const name of gatewayNames) findings.push(...(await check(gateways, name)));
  return findings.join(', ');
}

async function check<Name extends GatewayName>(gateways: Config['gateways'], name: Name): Promise<string[]> {
  const settings: GatewaySettings[Name] | null = gateways[name];
  return settings === null ? [] : [await gatewayKinds[name].check(settings)];
}
