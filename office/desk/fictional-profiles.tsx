import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { keptProfilesPages, KeptProfiles, keptWords } from './kept-profiles.tsx';

const load: ScreenLoad = ({ ensurePages, requireUser }) => {
  requireUser();
  return ensurePages(keptProfilesPages('fictional'));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = keptWords;

export default function FictionalProfiles() {
  return <KeptProfiles kind="fictional" />;
}
