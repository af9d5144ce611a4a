export { texts } from './texts/all.ts';
export { answeredPrompts, voiced } from './texts/shape.ts';
