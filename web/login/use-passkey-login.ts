import { useMutation } from '@tanstack/react-query';
import type { User } from '#contract/membership/user.ts';
import { choosePasskey } from '#web/session/passkey.ts';
import { useApi } from '#web/session/use-session.ts';

export function usePasskeyLogin(onSuccess: (user: User) => void) {
  const api = useApi();
  return useMutation({
    /** `ticket` is that of the first step, if the passkey is the second. */
    async mutationFn(ticket: string | void) {
      const response = await choosePasskey(await api.call('beginPasskeyLogin'));
      return response && api.call('passkeyLogin', { body: { response, ...(ticket && { ticket }) } });
    },
    onSuccess: (user) => user && onSuccess(user),
  });
}
