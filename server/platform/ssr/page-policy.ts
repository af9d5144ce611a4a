interface Security {
  /** Vite's client needs styles and a socket of its own in development. */
  production: boolean;
  /** What lets the page's own inline scripts and styles run: `'nonce-…'` of one answer, `'sha256-…'` of each script where many get the same page. */
  allowed: readonly string[];
  https: boolean;
}

/** Security headers of every page: a policy that names its inline scripts, no frames, no sniffing, nothing told to other sites. */
export function securityHeaders({ production, allowed, https }: Security): Record<string, string> {
  const inline = allowed.map((one) => ` ${one}`).join('');
  const development = production ? '' : ' ws: wss:';
  const policy = [
    "default-src 'self'",
    `script-src 'self'${inline}`,
    // Style attributes carry positions and sizes only; style elements need the nonce.
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
    'permissions-policy': 'camera=(), microphone=(), payment=(self), geolocation=(self), interest-cohort=()',
    rating: 'RTA-5042-1996-1400-1577-RTA',
    vary: 'cookie, accept-encoding',
    ...(production && https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
