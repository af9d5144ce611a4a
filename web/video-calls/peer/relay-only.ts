const CANDIDATE = /^a=candidate:/;
const RELAYED = /^a=candidate:.* typ relay(?: |$)/;

/**
 * A session description without addresses of the member's own network: candidates that are not relayed are
 * dropped, and the address that a relayed one was made from is blanked. Browsers should do this themselves under
 * `iceTransportPolicy: 'relay'`, but some versions leave the related address in.
 */
export const relayOnly = (sdp: string): string =>
  sdp
    .split(/\r?\n/)
    .filter((line) => !CANDIDATE.test(line) || RELAYED.test(line))
    .map((line) =>
      CANDIDATE.test(line) ? line.replace(/ raddr \S+ rport \d+/, ' raddr 0.0.0.0 rport 0') : line,
    )
    .join('\r\n');

export const hasCandidate = (sdp: string): boolean => /^a=candidate:/m.test(sdp);
