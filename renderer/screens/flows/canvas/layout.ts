import { Graph, layout } from '@dagrejs/dagre';
import { type Draft, type Place, type Step, triggerId } from '../draft/draft.ts';
import { exitsOf, shownExits } from '../draft/exits.ts';

/** Sizes of cards, which the style sheet repeats: a card is placed and linked before the browser has measured it. */
export const cardWidth = 248;
export const headHeight = 40;
export const bodyHeight = 50;
export const exitHeight = 28;
const footHeight = 6;

const mostUntangled = 60;
const gap = { beside: 28, between: 80 };

export const heightOf = (exits: number): number =>
  headHeight + bodyHeight + exits * exitHeight + (exits > 0 ? footHeight : 0);

/** Middle of an exit's row, from the top of its card. */
export const exitTop = (index: number): number => headHeight + bodyHeight + index * exitHeight + exitHeight / 2;

/** What the layout of a flow depends on: steps, their exits and what is shown of these. */
export const shapeOf = ({ steps }: Pick<Draft, 'steps'>): string =>
  steps.map((step) => `${step.id}(${shownExits(step).length}):${exitsOf(step).map(({ to }) => to)}`).join(' ');

export interface Layout {
  /** Top left corner of each card by the id of its step. */
  places: Map<string, Place>;
  /** Where a line passes the columns between its ends, by the id of its edge. */
  bends: Map<string, Place[]>;
}

/** Places cards from left to right, the way a run goes, and lines so that they pass between cards. */
export function placeSteps(steps: Step[]): Layout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: 'LR',
    nodesep: gap.beside,
    ranksep: gap.between,
    edgesep: gap.beside,
    ranker: 'longest-path',
  });
  graph.setDefaultEdgeLabel(() => ({}));
  graph.setNode(triggerId, { width: cardWidth, height: heightOf(1) });
  const ids = new Set(steps.map(({ id }) => id));
  for (const step of steps) graph.setNode(step.id, { width: cardWidth, height: heightOf(shownExits(step).length) });
  if (steps[0]) graph.setEdge(triggerId, steps[0].id, { weight: 4 }, 'next');
  for (const step of steps) {
    for (const { field, to } of exitsOf(step)) {
      if (to !== null && ids.has(to) && to !== step.id)
        graph.setEdge(step.id, to, { weight: field === 'next' ? 2 : 1 }, field);
    }
  }
  // To untangle lines takes half of the time; in a long flow one follows a line at a time anyway.
  layout(graph, { disableOptimalOrderHeuristic: steps.length > mostUntangled });
  const places = new Map<string, Place>();
  const columns = new Set<number>();
  for (const id of graph.nodes() as string[]) {
    const { x, y, width = 0, height = 0 } = graph.node(id) as Place & { width: number; height: number };
    places.set(id, { x: x - width / 2, y: y - height / 2 });
    columns.add(Math.round(x));
  }
  const bends = new Map<string, Place[]>();
  for (const edge of graph.edges() as { v: string; name?: string }[]) {
    const { points } = graph.edge(edge) as { points: Place[] };
    // The first and the last point lie on the cards.
    const passed = points.slice(1, -1).filter(({ x }) => columns.has(Math.round(x)));
    if (passed.length > 0) bends.set(`${edge.v}|${edge.name}`, passed);
  }
  return { places, bends };
}
