// The file vocabulary of the server's modules (docs/architecture.md): the exports that a file's name
// promises.

/** First words of functions that change state. Functions with other names read, decide or present. */
const CHANGE_VERBS = new Set(
  `add announce answer appeal apply ask begin block book cancel change choose claim close complete confirm correct create decide decline
  delete dismiss drop employ end flag forget give grant inherit invite keep leave like make mark measure move note open
  pause publish purge put queue record refuse release remember remind remove renew reopen report request resend reset
  restore resume return revoke save schedule send set settle start stop store take tell undo unblock unlike update use withdraw
  write`.split(/\s+/),
);

const EXPORTED_FUNCTION =
  /^export (?:(async) )?function (\w+)|^export const (\w+) = (?:(async) )?(?:<[^>]*>)?\(([\s\S]*?)=>/gm;

export function commandsIn(text: string): string[] {
  return [...text.matchAll(EXPORTED_FUNCTION)].flatMap((match) => {
    const name = match[2] ?? match[3] ?? '';
    const isAsync = match[1] !== undefined || match[4] !== undefined || match[5]?.includes('): Promise<');
    const [verb = ''] = name.split(/(?=[A-Z])/);
    return isAsync && CHANGE_VERBS.has(verb) ? [name] : [];
  });
}

export function vocabularyFaults(path: string, text: string): string[] {
  if (!/^server\/(?!platform\/)[^/]+\/.+\.ts$/.test(path) || path.includes('.test.')) return [];
  const faults: string[] = [];
  if (/\bhandlers\(\{/.test(text) && !/(?:^|[/-])handlers\.ts$/.test(path))
    faults.push('call handlers stand in handlers.ts or …-handlers.ts.');
  const commands = commandsIn(text);
  if (commands.length > 1)
    faults.push(`exports several commands (${commands.join(', ')}): give each a file of its own.`);
  return faults;
}
