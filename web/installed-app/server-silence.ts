import type { Transport } from '#web/api.ts';

const PROBE_EVERY_MS = 3000;

let silent = false;
let probing = false;
const listeners = new Set<() => void>();

export const isSilent = () => silent;

export function onSilence(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * A transport that notices when the server stops answering. One failed call may have other causes, such as a
 * service that only that call needs, so `/health` decides, and is asked again until it answers.
 */
export const watchServer =
  (transport: Transport): Transport =>
  async (call) => {
    const reply = await transport(call);
    if (!reply || reply.status >= 502) void probe();
    else setSilent(false);
    return reply;
  };

async function probe(): Promise<void> {
  if (probing) return;
  probing = true;
  while (!(await answers())) {
    setSilent(true);
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
  }
  probing = false;
  setSilent(false);
}

const answers = () =>
  fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

function setSilent(value: boolean): void {
  if (silent === value) return;
  silent = value;
  for (const listener of listeners) listener();
}
