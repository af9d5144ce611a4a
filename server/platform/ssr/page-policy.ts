interface Security {
  /** False in development, where Vite's client needs inline styles and a web socket. */
  production: boolean;
  /** Of the inline scripts that React writes into a page that is rendered as a stream. Cached pages have none. */
  nonce?: string;
  https: boolean;
}

/**
 * Security headers of pages: a content security policy with its inline scripts, no frames, no sniffing, no
 * referrer to other sites.
 */
export function securityHeaders({ production, nonce, https }: Security): Record<string, string> {
  const inline = nonce === undefined ? '' : ` 'nonce-${nonce}'`;
  const development = production ? '' : ' ws: wss:';
  const policy = [
    "default-src 'self'",
    `script-src 'self'${inline}`,
    // Style attributes contain positions, sizes and the colours of photos only. Style elements need the nonce.
    production ? `style-src 'self'${inline}` : "style-src 'self' 'unsafe-inline'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${development}`,
    production ? "worker-src 'self'" : "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'camera=(self), microphone=(self), payment=(self), geolocation=(self), interest-cohort=()',
    rating: 'RTA-5042-1996-1400-1577-RTA',
    vary: 'cookie, accept-encoding',
    ...(production && https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
