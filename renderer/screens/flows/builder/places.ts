import type { Draft } from '../draft/draft.ts';

type Places = Draft['places'];

const keyOf = (flowId: string): string => `frontdesk.flow-places.${flowId}`;

/** Where a person of this browser put the cards of a flow. */
export function readPlaces(flowId: string): Places {
  try {
    return JSON.parse(localStorage.getItem(keyOf(flowId)) ?? '{}') as Places;
  } catch {
    return {};
  }
}

export function writePlaces(flowId: string, places: Places): void {
  if (Object.keys(places).length === 0) localStorage.removeItem(keyOf(flowId));
  else localStorage.setItem(keyOf(flowId), JSON.stringify(places));
}
