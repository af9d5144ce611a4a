import type { App } from '../platform/app.ts';
import type { Limit } from '../platform/limits.ts';
import { settingsOf } from '../site-settings/index.ts';

/** Lock of an account after wrong passwords (docs/product.md 10.2), keyed by address or known browser. */
export async function loginGuesses(app: App, host: string): Promise<Limit> {
  const { login_attempts: points, login_block_minutes: minutes } = await settingsOf(app, host);
  const seconds = minutes * 60;
  return app.limits.limit(`login-account-${points}-${seconds}`, { points, seconds, blockSeconds: seconds });
}
