/**
 * What areas provide for an area below them, by extension point. The area that asks declares the point and its type
 * (`declare module`); the areas that have something list it under `provides` in their `Area` object; `app.ts` collects.
 */
// biome-ignore lint/suspicious/noEmptyInterface: areas add their points
export interface Extensions {}

export type Provides = { readonly [Point in keyof Extensions]?: readonly Extensions[Point][] };

/** Everything that areas provide at one point, in the order of the areas. */
export type Provided = <Point extends keyof Extensions>(point: Point) => readonly Extensions[Point][];

/** What lives as long as the server: connections, lanes, caches. Areas add theirs by `services` in their `Area` object. */
// biome-ignore lint/suspicious/noEmptyInterface: areas add their services
export interface Services {}

/** Puts together what the areas list. */
export const collectProvided =
  (lists: readonly Provides[]): Provided =>
  (point) =>
    lists.flatMap((list) => (list[point] ?? []) as never[]);
