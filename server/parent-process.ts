import type { Serializable } from 'node:child_process';

export function sendToParent(message: Serializable): void {
  if (!process.send) throw new Error('This program has no channel to a parent process: fork it.');
  process.send(message);
}
