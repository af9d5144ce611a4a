import { dehydrate } from '@tanstack/react-query';
import { useContext } from 'react';
import { useAssets } from '#web/page/page-assets.ts';
import { handOffId, HandOffContext, usePage } from '#web/page/page.tsx';
import type { OpenMatch } from '#web/router/routes.ts';
import boot from './deferred-boot.ts?worker&url';
import type { DeferredStart } from './deferred-start.ts';
import earlyActs from './early-acts.ts?worker&url';

export const deferredId = 'deferred-start';

/** Server only: returns whether a route of the page defers its scripts to the first interaction. */
export const isDeferrable = (matches: OpenMatch[], query: URLSearchParams, isVisitor: boolean): boolean =>
  matches.some(({ module: { handle }, params }) => {
    const { deferScripts = false } = handle ?? {};
    return typeof deferScripts === 'function' ? deferScripts({ isVisitor, params, query }) : deferScripts;
  });

export function PageScripts() {
  const { deferScripts } = usePage();
  const { entry, modules } = useAssets();
  const handOff = useContext(HandOffContext)?.();
  const { facts, failure, queries, resources } = handOff ?? {};
  const data = queries
    ? `${JSON.stringify({ facts, failure, queries: dehydrate(queries) }).slice(0, -1)},"resources":${resources}}`
    : '';
  const start: DeferredStart = { entry, modules };
  return (
    <>
      <Json id={handOffId} text={data} />
      {deferScripts ? (
        <>
          <Json id={deferredId} text={handOff ? JSON.stringify(start) : ''} />
          <script type="module" src={boot} suppressHydrationWarning />
        </>
      ) : (
        <>
          <script type="module" async src={earlyActs} suppressHydrationWarning />
          <script type="module" src={entry} />
        </>
      )}
    </>
  );
}

/**
 * A JSON data block. Browsers do not run it, so it needs no nonce, and hydration leaves it as the server
 * rendered it.
 */
function Json({ id, text }: { id: string; text: string }) {
  return (
    <script
      id={id}
      type="application/json"
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- safe: the JSON is ours, and escaping `<` keeps it from closing the script element
      dangerouslySetInnerHTML={{ __html: text.replace(/</g, '\\u003c') }}
    />
  );
}
