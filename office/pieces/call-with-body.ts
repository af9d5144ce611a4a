import type { CallBody, CallName, CallReply } from '#contract/calls.ts';
import type { Api } from '#web/api.ts';

/**
 * Makes a call whose only input is a body. This is the office's only cast of call inputs: TypeScript cannot
 * relate the body of a call that is itself a type parameter to the arguments of `Api.call`.
 */
export const callWithBody = <K extends CallName>(
  api: Api,
  name: K,
  body: CallBody<K>,
): Promise<CallReply<K>> => api.call(name, { body } as never);
