// One file for all steps after the first, which the browser loads while the visitor fills in that one.
export { StepAbout } from './step-about.tsx';
export { StepConfirm } from './step-confirm.tsx';
export { StepLocation } from './step-location.tsx';
export { StepPersonal } from './step-personal.tsx';
export { StepPhoto } from './step-photo.tsx';
export { StepPush } from './step-push.tsx';
