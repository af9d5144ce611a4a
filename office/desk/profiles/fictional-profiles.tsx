import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { houseProfilePages, HouseProfiles, houseProfileHandle } from './house-profiles.tsx';

const load: ScreenLoad = ({ ensurePages, requireUser }) => {
  requireUser();
  return ensurePages(houseProfilePages('fictional'));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = houseProfileHandle;

export default function FictionalProfiles() {
  return <HouseProfiles kind="fictional" />;
}
