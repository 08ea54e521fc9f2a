interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What an arrow asks for: the axis along which one goes, and which way. */
const ways: Record<string, { axis: 'x' | 'y'; sign: 1 | -1 }> = {
  ArrowRight: { axis: 'x', sign: 1 },
  ArrowLeft: { axis: 'x', sign: -1 },
  ArrowDown: { axis: 'y', sign: 1 },
  ArrowUp: { axis: 'y', sign: -1 },
};

/** The card that lies nearest in the direction of an arrow; null if there is none or the key is no arrow. */
export function nearestIn(areas: Map<string, Area>, from: string, key: string): string | null {
  const way = ways[key];
  const start = areas.get(from);
  if (!way || !start) return null;
  const middle = ({ x, y, width, height }: Area) => ({ x: x + width / 2, y: y + height / 2 });
  const here = middle(start);
  const across = way.axis === 'x' ? 'y' : 'x';
  let best: { id: string; cost: number } | null = null;
  for (const [id, area] of areas) {
    const there = middle(area);
    const ahead = (there[way.axis] - here[way.axis]) * way.sign;
    // What lies beside is not ahead.
    if (id === from || ahead < 20) continue;
    const cost = ahead + 2.5 * Math.abs(there[across] - here[across]);
    if (best === null || cost < best.cost) best = { id, cost };
  }
  return best?.id ?? null;
}
