import { areas } from '../../../server/areas/index.ts';
import type { Area } from '../../../server/http/area.ts';
import type { Provides } from '../../../server/platform/wiring.ts';

/** The product's areas plus one defined by the test. */
export const areasWith = (own: Omit<Area, 'name' | 'title'>): Area[] => [
  ...areas,
  { name: 'test', title: 'Test', ...own },
];

/** The product's areas, with the test's contributions replacing theirs at these extension points. */
export const areasProviding = (instead: Provides): Area[] =>
  areasWith({ provides: instead }).map((area) =>
    area.name === 'test' ? area : { ...area, provides: withoutPoints(area.provides ?? {}, Object.keys(instead)) },
  );

const withoutPoints = (provides: Provides, points: string[]): Provides =>
  Object.fromEntries(Object.entries(provides).filter(([point]) => !points.includes(point)));
