import { Fragment } from 'react';
import type { Hit } from '#contract/rules/chat-search-rules.ts';

/** An excerpt with its hits marked. */
export function Marked({ text, hits }: { text: string; hits: readonly Hit[] }) {
  return (
    <>
      {hits.map(({ start, end }, i) => (
        <Fragment key={start}>
          {text.slice(hits[i - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(hits.at(-1)?.end ?? 0)}
    </>
  );
}
