import { type Edge, MarkerType } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { type Draft, type Place, triggerId } from '../draft/draft.ts';
import { exitsOf, shownExits } from '../draft/exits.ts';
import { useExitWords } from '../step-names.ts';
import type { Lit } from './nodes.ts';

const most = 22;
const arrow = { type: MarkerType.ArrowClosed, width: 16, height: 16, color: 'var(--fw-line)' };
const litArrow = { ...arrow, color: 'var(--mantine-primary-color-filled)' };

/** The outline tells of the same ways in words. */
const silent = { 'aria-hidden': true } as const;
const straight: Place[] = [];

/**
 * Lines between cards. Long ones say which way they are; beside a short one its row does. A line that is as before keeps
 * its identity and is not drawn again.
 */
export function useEdges(draft: Draft, lit: Lit | null, chosenId: string | null, bends: Map<string, Place[]>): Edge[] {
  const exitWords = useExitWords();
  const before = useRef(new Map<string, Edge>());
  return useMemo(() => {
    const taken = litPairs(draft, lit);
    const ids = new Set(draft.steps.map(({ id }) => id));
    const edges = new Map<string, Edge>();
    const add = (source: string, field: string, target: string, label?: string) => {
      const id = `${source}|${field}`;
      const isTaken = taken.has(`${source}>${target}`);
      const state = id === chosenId ? 'chosen' : isTaken ? 'taken' : lit ? 'aside' : 'plain';
      // A card that was moved is no longer where the layout led the line.
      const isMoved = draft.places[source] !== undefined || draft.places[target] !== undefined;
      const edge: Edge = {
        id,
        source,
        sourceHandle: field,
        target,
        targetHandle: 'in',
        className: `fw-edge-${state}`,
        markerEnd: isTaken ? litArrow : arrow,
        type: 'way',
        data: { bends: (!isMoved && bends.get(id)) || straight },
        domAttributes: silent,
        ...(label !== undefined &&
          bends.has(id) && { label: label.length > most ? `${label.slice(0, most)}…` : label }),
      };
      const present = before.current.get(id);
      edges.set(id, present && isSame(present, edge) ? present : edge);
    };
    const [first] = draft.steps;
    if (first) add(triggerId, 'next', first.id);
    for (const step of draft.steps) {
      const shown = shownExits(step);
      for (const exit of exitsOf(step)) {
        if (exit.to === null || !ids.has(exit.to) || !shown.some(({ field }) => field === exit.field)) continue;
        const isNamed = exit.name !== 'next' && exit.name !== 'stepId';
        add(step.id, exit.field, exit.to, isNamed ? exitWords(step, exit) : undefined);
      }
    }
    before.current = edges;
    return [...edges.values()];
  }, [draft, lit, chosenId, bends, exitWords]);
}

const isSame = (one: Edge, other: Edge): boolean =>
  one.target === other.target &&
  one.label === other.label &&
  one.className === other.className &&
  one.data?.bends === other.data?.bends;

/** The lines that a run took, as far as its path tells. */
function litPairs({ steps }: Draft, lit: Lit | null): Set<string> {
  if (lit === null) return new Set();
  const path = [triggerId, ...lit.path];
  const pairs = path.flatMap((id, index) => (index === 0 ? [] : [`${path[index - 1]}>${id}`]));
  return new Set(steps.length === 0 || lit.path.length === 0 ? [] : pairs);
}
