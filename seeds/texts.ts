export { texts } from './texts/all.ts';
export { voiced } from './texts/shape.ts';
