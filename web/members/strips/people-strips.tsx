import type { ComponentProps } from 'react';
import { RecentlyViewed } from './recently-viewed.tsx';
import { Travellers } from './travellers.tsx';

/** People above the results of a search. */
export const PeopleStrips = ({ search }: ComponentProps<typeof Travellers>) => (
  <>
    <RecentlyViewed />
    <Travellers search={search} />
  </>
);
