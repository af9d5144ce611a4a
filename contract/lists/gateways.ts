/** Payment gateways, in the order in which they are tried. */
export const gatewayNames = ['verotel', 'mollie', 'sandbox'] as const;
export type GatewayName = (typeof gatewayNames)[number];

export const gatewayLabels: Record<GatewayName, string> = {
  verotel: 'Verotel',
  mollie: 'Mollie',
  sandbox: 'Sandbox',
};
