/**
 * What areas provide for an area below them, by extension point. The lower area declares the point and its type
 * (`declare module`); higher areas list their contributions under `provides` in their `Area` object; `app.ts` collects
 * them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: areas add their points
export interface Extensions {}

export type Provides = { readonly [Point in keyof Extensions]?: readonly Extensions[Point][] };

/** All contributions to one point, in the order of the areas. */
export type Provided = <Point extends keyof Extensions>(point: Point) => readonly Extensions[Point][];

/**
 * Services that live as long as the server: connections, lanes, caches. Areas add theirs through `services` in their
 * `Area` object.
 */
// biome-ignore lint/suspicious/noEmptyInterface: areas add their services
export interface Services {}

/** Combines the contributions of all areas. */
export const collectProvided =
  (lists: readonly Provides[]): Provided =>
  (point) =>
    lists.flatMap((list) => (list[point] ?? []) as never[]);
