import type { ScreenLoad } from '#web/session/screen-data.ts';
import { houseProfilePages, HouseProfiles, houseProfileHandle } from './house-profiles.tsx';

export const load: ScreenLoad = ({ ensurePages, requireUser }) => {
  requireUser();
  return ensurePages(houseProfilePages('fictional'));
};
export const handle = houseProfileHandle;

export default function FictionalProfiles() {
  return <HouseProfiles kind="fictional" />;
}
