import type { Example } from '#contract/lists/landing-cast.ts';

const pictures = import.meta.glob<string>('./cast/*.webp', { eager: true, query: '?url', import: 'default' });

export const pictureOf = ({ file }: Pick<Example, 'file'>): string => pictures[`./cast/${file}.webp`] ?? '';
