import type { Landing } from '#contract/landing-pages.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { DesignForm } from './design-form.tsx';
import { LandingOffer } from './design-frame.tsx';

export function DesignWords({
  landing,
  lead,
  id,
}: {
  landing: Landing;
  lead: string | undefined;
  id?: string;
}) {
  return (
    <>
      <h1>
        <Stressed text={landing.headline} />
      </h1>
      <p className={lead}>{landing.lead}</p>
      <DesignForm landing={landing} id={id} />
      <LandingOffer landing={landing} />
    </>
  );
}
