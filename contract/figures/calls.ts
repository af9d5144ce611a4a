import { measuredCalls } from './figures.ts';
import { todayCalls } from './today.ts';

export const figuresCalls = { ...measuredCalls, ...todayCalls };
