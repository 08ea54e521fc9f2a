import { type Node, type NodeChange, Position } from '@xyflow/react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useBuilder } from '../builder/builder-context.ts';
import type { Fault } from '../builder/faults.ts';
import { type Draft, type Place, type Step, type Trigger, triggerId } from '../draft/draft.ts';
import { shownExits } from '../draft/exits.ts';
import { cardWidth, exitTop, headHeight, heightOf, placeSteps, shapeOf } from './layout.ts';

/** What a test or a run did, and where it is. */
export interface Lit {
  /** Steps in the order in which the run came to them. */
  path: string[];
  at: string | null;
}

export interface Count {
  stepId: string;
  standing: number;
  entered: number;
  droppedOff: number;
}

/** What cards show beside what the flow is. */
export interface Marks {
  faults: Map<string, Fault[]>;
  lit: Lit | null;
  counts: Map<string, Count>;
}

export interface CardData extends Record<string, unknown> {
  step: Step | null;
  trigger: Trigger | null;
  isSelected: boolean;
  /** The only card that Tab reaches. */
  isStop: boolean;
  fault: string | null;
  lit: 'passed' | 'here' | 'aside' | null;
  count: Count | null;
}

export type CardNode = Node<CardData, 'step'>;

export type Area = Place & { width: number; height: number };

const noTrigger = null;

/**
 * Cards of a draft. A card whose content is as before keeps its identity, so that a change draws one card and not all of
 * them. While one is dragged, only the canvas knows where it is.
 */
export function useNodes(draft: Draft, selected: string[], { faults, lit, counts }: Marks) {
  const { edit } = useBuilder();
  const [dragged, setDragged] = useState<Record<string, Place>>({});
  const shape = shapeOf(draft);
  const laid = useMemo(() => placeSteps(draft.steps), [shape]);
  const before = useRef(new Map<string, CardNode>());
  const stop = selected.at(-1) ?? triggerId;
  const passed = useMemo(() => new Set(lit?.path), [lit]);
  const nodes = useMemo(() => {
    const litOf = (id: string): CardData['lit'] => {
      if (lit === null) return null;
      if (lit.at === id) return 'here';
      return id === triggerId ? (passed.size > 0 ? 'passed' : 'aside') : passed.has(id) ? 'passed' : 'aside';
    };
    const cards = new Map<string, CardNode>();
    const add = (id: string, step: Step | null, trigger: Trigger | null) => {
      const position = dragged[id] ?? draft.places[id] ?? laid.places.get(id) ?? { x: 0, y: 0 };
      const data: CardData = {
        step,
        trigger,
        isSelected: selected.includes(id),
        isStop: id === stop,
        fault:
          faults
            .get(id)
            ?.map(({ message }) => message)
            .join('; ') ?? null,
        lit: litOf(id),
        count: counts.get(id) ?? null,
      };
      const present = before.current.get(id);
      cards.set(id, present && isSame(present, position, data) ? present : toNode(id, position, data));
    };
    add(triggerId, noTrigger, draft.trigger);
    for (const step of draft.steps) add(step.id, step, null);
    before.current = cards;
    return [...cards.values()];
  }, [draft, laid, dragged, selected, stop, faults, lit, passed, counts]);
  const onNodesChange = useCallback(
    (changes: NodeChange<CardNode>[]) => {
      for (const change of changes) {
        if (change.type !== 'position' || !change.position) continue;
        const { id, position, dragging } = change;
        if (dragging) setDragged({ [id]: position });
        else {
          setDragged({});
          edit({ ...draft, places: { ...draft.places, [id]: position } });
        }
      }
    },
    [draft, edit],
  );
  const places = useMemo(
    () =>
      new Map<string, Area>(
        nodes.map(({ id, position, height = 0 }) => [id, { ...position, width: cardWidth, height }] as const),
      ),
    [nodes],
  );
  return { nodes, places, bends: laid.bends, onNodesChange };
}

const isSame = (node: CardNode, { x, y }: Place, data: CardData): boolean =>
  node.position.x === x &&
  node.position.y === y &&
  (Object.keys(data) as (keyof CardData)[]).every(
    (key) => Object.is(node.data[key], data[key]) || isSameCount(key, node.data, data),
  );

const isSameCount = (key: keyof CardData, one: CardData, other: CardData): boolean =>
  key === 'count' && JSON.stringify(one.count) === JSON.stringify(other.count);

/** The card within has a role and a name; the library's own are in English. */
const unnamed = { 'aria-roledescription': undefined };

/** With its size and the places of its handles: lines can be drawn before the card is. */
function toNode(id: string, position: Place, data: CardData): CardNode {
  const fields = data.step ? shownExits(data.step).map(({ field }) => field) : ['next'];
  const size = { width: 12, height: 12 };
  return {
    id,
    type: 'step',
    domAttributes: unnamed,
    position,
    data,
    width: cardWidth,
    height: heightOf(fields.length),
    // The canvas knows of cards out of sight, too.
    measured: { width: cardWidth, height: heightOf(fields.length) },
    handles: [
      ...(data.step
        ? [{ id: 'in', type: 'target' as const, position: Position.Left, x: -6, y: headHeight / 2 - 6, ...size }]
        : []),
      ...fields.map((field, index) => ({
        id: field,
        type: 'source' as const,
        position: Position.Right,
        x: cardWidth - 6,
        y: exitTop(index) - 6,
        ...size,
      })),
    ],
  };
}
