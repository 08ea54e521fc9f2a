import type { Bounds } from '../preferences.ts';

const preferred = { width: 1280, height: 800 };
export const smallest = { width: 1024, height: 640 };

/** Minimum visible part of the window, so that its title bar can be grabbed. */
const visiblePixels = 80;

/**
 * Returns the window's initial bounds: the last ones, fitted into the screen that contains most of it; centred on the
 * first screen when there are none or that screen is gone.
 */
export function placeWindow(last: Bounds | null, workAreas: readonly Bounds[]): Bounds {
  const [first = { x: 0, y: 0, ...preferred }] = workAreas;
  if (last) {
    const areas = [...workAreas].sort((one, other) => overlap(last, other) - overlap(last, one));
    const home = areas[0];
    if (home && overlap(last, home) >= visiblePixels * visiblePixels) return fit(last, home);
  }
  const width = Math.min(preferred.width, first.width);
  const height = Math.min(preferred.height, first.height);
  return {
    x: first.x + Math.round((first.width - width) / 2),
    y: first.y + Math.round((first.height - height) / 2),
    width,
    height,
  };
}

function fit(bounds: Bounds, area: Bounds): Bounds {
  const width = Math.min(Math.max(bounds.width, smallest.width), area.width);
  const height = Math.min(Math.max(bounds.height, smallest.height), area.height);
  return {
    x: clamp(bounds.x, area.x, area.x + area.width - width),
    y: clamp(bounds.y, area.y, area.y + area.height - height),
    width,
    height,
  };
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Intersection of both, in square pixels. */
function overlap(one: Bounds, other: Bounds): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}
