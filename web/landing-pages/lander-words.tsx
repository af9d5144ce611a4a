import type { Landing } from '#contract/calls/visitor-calls.ts';
import { Stressed } from '#web/ui/stressed.tsx';
import { LanderForm } from './lander-form.tsx';
import { Offer } from './lander-frame.tsx';

/** The slug's headline and lead, with the way in right below. `lead`: the class of the design. */
export function LanderWords({ landing, lead, id }: { landing: Landing; lead: string | undefined; id?: string }) {
  return (
    <>
      <h1>
        <Stressed text={landing.headline} />
      </h1>
      <p className={lead}>{landing.lead}</p>
      <LanderForm landing={landing} id={id} />
      <Offer landing={landing} />
    </>
  );
}
