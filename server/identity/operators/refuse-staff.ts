import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { worksHere } from '../accounts.ts';

/** Throws `staff_sign_in_required` for operators where only the staff's sign-in provider counts. */
export async function refuseStaff(app: Pick<App, 'config' | 'db'>, memberId: number): Promise<void> {
  if (app.config.staffSignIn?.only && (await worksHere(app.db, memberId)))
    throw refuse('staff_sign_in_required');
}
