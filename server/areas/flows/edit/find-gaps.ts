import { type Place, placesOf } from '../steps/step-parts.schemas.ts';

/** What a ready-made flow leaves to its shop, such as `[[your address]]`. */
const gap = /\[\[([^[\]]{1,200})\]\]/g;

/** The gaps in the texts of a value at `root`, each with its place. */
export const gapsIn = (root: Place, value: unknown): { path: Place; hint: string }[] =>
  placesOf(value).flatMap(({ text, place }) =>
    [...text.matchAll(gap)].map(([, hint = '']) => ({ path: [...root, ...place], hint })),
  );
