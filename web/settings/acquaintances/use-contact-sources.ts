import { useState } from 'react';
import type { CountryCode } from '#contract/lists/countries.ts';
import { loadChunk } from '#web/session/missing-chunk.ts';
import { pickContacts } from './contact-picker.ts';

type Problem = 'not_contacts' | 'too_large' | 'picker_failed';

/** Larger files are refused before they are read: address books with photos have some 50 kB for each person. */
export const MOST_FILE_MEGABYTES = 100;

/** Reads contacts from a file or the device. `found` waits for the member's confirmation. */
export function useContactSources(country: CountryCode) {
  const [found, setFound] = useState<string[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isReading, setReading] = useState(false);

  // The numbering plans of all countries are 100 kB, so they are loaded with the first contacts.
  const parts = () => loadChunk(() => import('./read-contacts.ts'));
  const read = async (text: string) => (await parts()).readContacts(text, country);

  async function take(source: () => Promise<string[]>, failure: Problem) {
    setProblem(null);
    setFound(null);
    setReading(true);
    try {
      const contacts = await source();
      if (contacts.length > 0) setFound(contacts);
      else setProblem('not_contacts');
    } catch {
      setProblem(failure);
    } finally {
      setReading(false);
    }
  }

  return {
    found,
    problem,
    isReading,
    read,
    reset() {
      setFound(null);
      setProblem(null);
    },
    openFile(file: File) {
      if (file.size > MOST_FILE_MEGABYTES * 1024 * 1024) {
        setFound(null);
        setProblem('too_large');
        return;
      }
      void take(async () => read((await (await parts()).textOf(file)) ?? ''), 'not_contacts');
    },
    async pick() {
      let text = '';
      await take(async () => {
        text = await pickContacts();
        return text === '' ? [] : read(text);
      }, 'picker_failed');
      // Nothing picked is no mistake.
      if (text === '') setProblem((known) => (known === 'not_contacts' ? null : known));
    },
  };
}
