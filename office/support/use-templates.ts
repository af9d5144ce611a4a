import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { fillTemplate } from '#contract/placeholders.ts';
import type { SupportFile } from '#contract/support/inbox.ts';
import { callQuery } from '#web/session/query-client.ts';

export type Templates = ReturnType<typeof useTemplates>;

/** The prepared answers in the language of the thread, filled in with what is known of it. */
export function useTemplates({ language, name, site, subject }: SupportFile) {
  const field = useRef<HTMLSelectElement>(null);
  const { data, isPending } = useQuery(callQuery('supportTemplates', { query: { language } }));
  const offered = (data?.templates ?? [])
    .filter(({ active }) => active)
    .map(({ id, title, text }) => ({ id, title, words: fillTemplate(text, { name, site, subject }) }));
  return { field, offered, isPending };
}
