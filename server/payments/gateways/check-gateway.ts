const TIMEOUT_MS = 5000;

/** Sends one GET request for the doctor. Throws an error with a remedy if the gateway cannot be reached. */
export async function ask(
  gateway: string,
  address: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  try {
    return await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new Error(`${gateway} cannot be reached: check the network and the firewall`, { cause: error });
  }
}

export const badAnswer = (gateway: string, { status }: Response) =>
  new Error(
    `${gateway} answers ${status}: look at its status page; payments wait and are retried automatically.`,
  );
