import type { Api } from '#web/api.ts';
import { choosePasskey, makePasskey, passkeyName } from './passkey.ts';

/**
 * Creates a passkey and uses it once. The passkey only counts after that first login, because one that the
 * site cannot verify would lock its owner out. Returns the recovery codes if this is the first second factor;
 * null if the member cancels, `unconfirmed` if they cancel the second dialog.
 */
export async function addPasskey(api: Api, password: string): Promise<string[] | null | 'unconfirmed'> {
  const response = await makePasskey(await api.call('beginPasskey', { body: { password } }));
  if (!response) return null;
  const answer = await choosePasskey(
    await api.call('addPasskey', { body: { response, name: passkeyName() } }),
  );
  if (!answer) return 'unconfirmed';
  return (await api.call('confirmPasskey', { body: { response: answer } })).recovery_codes;
}
