/** Payment gateways, in the order in which they are tried. */
export const gatewayNames = ['verotel', 'mollie', 'btcpay', 'sandbox'] as const;
export type GatewayName = (typeof gatewayNames)[number];

export const gatewayLabels: Record<GatewayName, string> = {
  verotel: 'Verotel',
  mollie: 'Mollie',
  btcpay: 'BTCPay Server',
  sandbox: 'Sandbox',
};
