import { refuseFields } from '../../platform/http/refusal.ts';

interface CamListing {
  variant: 'cam' | 'resell';
  url: string;
}

/** Throws `invalid_fields` for a cam listing whose address is not https. */
export function checkedCam(cam: CamListing | undefined): CamListing | null {
  if (!cam) return null;
  if (!URL.canParse(cam.url) || new URL(cam.url).protocol !== 'https:')
    throw refuseFields({ cam: 'invalid' });
  return cam;
}
