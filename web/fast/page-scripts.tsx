import { HAND_OFF_PLACE, jsonInScript } from '#web/page/hand-off.ts';
import { useAssets } from '#web/page/page-assets.ts';
import { handOffId, usePage } from '#web/page/page.tsx';
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
  const start: DeferredStart = { entry, modules };
  return (
    <>
      <Json id={handOffId} text={HAND_OFF_PLACE} />
      {deferScripts ? (
        <>
          <Json id={deferredId} text={jsonInScript(start)} />
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
      // oxlint-disable-next-line react/no-danger -- safe: the JSON is ours and escaped
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
