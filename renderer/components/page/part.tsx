import { type ComponentType, lazy, useState } from 'react';
import { loadPatiently } from './load-patiently.ts';

type Load = () => Promise<{ default: ComponentType }>;

const here = new Map<Load, ComponentType>();
const coming = new Map<Load, ComponentType>();

/** Loads a part of the console before it is shown. */
export async function loadAhead(load: Load): Promise<void> {
  here.set(load, (await load()).default);
}

/**
 * A part of the console that is loaded on first use. One that is here is drawn at once: React shows the fallback of a
 * lazy component, and keeps it for 300 ms, even if its code is here.
 */
export function Part({ load }: { load: Load }) {
  const [Shown] = useState(() => here.get(load) ?? comingOf(load));
  return <Shown />;
}

function comingOf(load: Load): ComponentType {
  const part = coming.get(load) ?? lazy(() => loadPatiently(load));
  coming.set(load, part);
  return part;
}
