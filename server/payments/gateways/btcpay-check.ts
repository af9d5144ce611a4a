import type { GatewaySettings } from '../../platform/gateway-settings.ts';
import { ask, badAnswer } from './check-gateway.ts';

/** The permissions that the adapter needs, each with the wider ones that include it. */
const needed: Record<string, readonly string[]> = {
  cancreateinvoice: ['canmodifyinvoices'],
  canviewinvoices: ['canmodifyinvoices'],
  canmanagepullpayments: [],
};
const everything = ['canmodifystoresettings'];

/** Asks BTCPay Server for the permissions of its API key. */
export async function checkBtcpay({ url, storeId, apiKey }: GatewaySettings['btcpay']): Promise<string> {
  const headers = { authorization: `token ${apiKey}` };
  const answer = await ask('BTCPay Server', `${url}/api/v1/api-keys/current`, headers);
  if (answer.status === 401 || answer.status === 403)
    throw new Error(
      'BTCPay Server refuses BTCPAY_API_KEY: create a key under Account, Manage Account, API Keys.',
    );
  if (!answer.ok) throw badAnswer('BTCPay Server', answer);
  const { permissions = [] } = (await answer.json()) as { permissions?: string[] };
  const missing = Object.entries(needed).flatMap(([name, wider]) =>
    [name, ...wider, ...everything].some((each) => isGranted(permissions, each, storeId))
      ? []
      : `btcpay.store.${name}`,
  );
  if (missing.length > 0)
    throw new Error(`BTCPAY_API_KEY lacks ${missing.join(', ')} for the store BTCPAY_STORE_ID.`);
  return 'BTCPay Server accepts the API key';
}

/** A permission is granted for all stores of the key's owner, or for one (`permission:store`). */
const isGranted = (permissions: string[], name: string, storeId: string): boolean =>
  ['unrestricted', `btcpay.store.${name}`, `btcpay.store.${name}:${storeId}`].some((each) =>
    permissions.includes(each),
  );
