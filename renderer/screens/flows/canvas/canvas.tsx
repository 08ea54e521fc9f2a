import {
  Background,
  getViewportForBounds,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBuilder } from '../builder/builder-context.ts';
import { type Draft, triggerId } from '../draft/draft.ts';
import { connect } from '../draft/edit-draft.ts';
import { CanvasTools } from './canvas-tools.tsx';
import { useEdges } from './edges.ts';
import { nearestIn } from './nearest.ts';
import { type Area, type CardNode, type Marks, useNodes } from './nodes.ts';
import { StepCard } from './step-card.tsx';
import { useLibraryStyles } from './use-library-styles.ts';
import { WayLine } from './way-line.tsx';

interface CanvasProps {
  draft: Draft;
  selected: string[];
  marks: Marks;
  /** A step to bring into sight; a new object does so again. */
  sought: { id: string } | null;
}

const nodeTypes = { step: StepCard };
const edgeTypes = { way: WayLine };
const overview = { padding: 0.12, maxZoom: 1 };
const readableZoom = 0.65;
const hidden = { hideAttribution: true };

/** The flow as cards with lines between them. */
export const Canvas = (props: CanvasProps) => (
  <ReactFlowProvider>
    <Drawn {...props} />
  </ReactFlowProvider>
);

function Drawn({ draft, selected, marks, sought }: CanvasProps) {
  const { t } = useTranslation('flows');
  const { edit, select, askKind, openForm } = useBuilder();
  const [edgeId, setEdgeId] = useState<string | null>(null);
  const { nodes, places, bends, onNodesChange } = useNodes(draft, selected, marks);
  const edges = useEdges(draft, marks.lit, edgeId, bends);
  useSight(places, selected.at(-1), sought);
  useLibraryStyles();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const last = selected.at(-1);
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (edgeId !== null && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      const [stepId = '', field = ''] = edgeId.split('|');
      edit(connect(draft, { stepId, field }, null));
      return setEdgeId(null);
    }
    if (last === undefined) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      return openForm(last);
    }
    const next = nearestIn(places, last, event.key);
    if (next === null) return;
    event.preventDefault();
    select([next]);
    focusCard(next);
  });
  return (
    <section
      className="fw-canvas"
      data-flow-view="canvas"
      aria-label={t('canvas.label')}
      ref={useKeyDown(onKeyDown)}
      // A click on a line gives the canvas the focus, so that keys mean the line.
      tabIndex={-1}
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onNodeClick={(event, { id }) => {
          setEdgeId(null);
          const isMore = event.shiftKey || event.ctrlKey || event.metaKey;
          if (!isMore) return openForm(id, '-');
          select(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
        }}
        onEdgeClick={(_, { id }) => {
          select([]);
          setEdgeId(id);
        }}
        onPaneClick={() => {
          setEdgeId(null);
          select([]);
        }}
        onConnect={({ source, sourceHandle, target }) =>
          edit(connect(draft, { stepId: source, field: sourceHandle ?? 'next' }, target))
        }
        onConnectEnd={(_, { fromHandle, fromNode, toNode, isValid }) => {
          // Dropped on free ground: a new step comes there.
          if (isValid || toNode || !fromNode || fromHandle?.type !== 'source') return;
          askKind({ stepId: fromNode.id, field: fromHandle.id ?? 'next' });
        }}
        isValidConnection={({ source, target }) => source !== target}
        onInit={showStart}
        minZoom={0.1}
        maxZoom={1.5}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        onlyRenderVisibleElements
        connectionRadius={40}
        nodeDragThreshold={4}
        proOptions={hidden}
      >
        <Background gap={20} size={1.4} />
        <CanvasTools overview={overview} hasPlaces={Object.keys(draft.places).length > 0} />
      </ReactFlow>
    </section>
  );
}

/** Shows all of a small flow, and where a large one begins. */
function showStart(canvas: ReactFlowInstance<CardNode>): void {
  const frame = document.querySelector('.fw-canvas');
  const start = canvas.getNode(triggerId);
  if (!start || !frame) return;
  const { clientWidth: width, clientHeight: height } = frame;
  const all = getViewportForBounds(canvas.getNodesBounds(canvas.getNodes()), width, height, 0.1, 1, overview.padding);
  if (all.zoom >= readableZoom) return void canvas.setViewport(all);
  const y = height / 2 - (start.position.y + (start.height ?? 0) / 2) * readableZoom;
  canvas.setViewport({ x: 32 - start.position.x * readableZoom, y, zoom: readableZoom });
}

/** The ref of an element that hears keys before the document does. */
function useKeyDown(onKeyDown: (event: KeyboardEvent) => void) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const act = useEffectEvent(onKeyDown);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => act(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, [element]);
  return setElement;
}

/** Brings the card that is chosen or sought into sight, once it has a place. */
function useSight(places: Map<string, Area>, chosenId: string | undefined, sought: { id: string } | null): void {
  const { setViewport, getViewport } = useReactFlow();
  const show = useEffectEvent((id: string) => {
    const place = places.get(id);
    const frame = document.querySelector('.fw-canvas');
    if (!place || !frame) return;
    const { x, y, zoom } = getViewport();
    const { clientWidth: width, clientHeight: height } = frame;
    const [left, top] = [place.x * zoom + x, place.y * zoom + y];
    if (left >= 0 && top >= 0 && left + place.width * zoom <= width && top + place.height * zoom <= height) return;
    const near = Math.max(zoom, readableZoom);
    const [middleX, middleY] = [place.x + place.width / 2, place.y + place.height / 2];
    setViewport({ x: width / 2 - middleX * near, y: height / 2 - middleY * near, zoom: near });
  });
  useEffect(() => {
    if (chosenId !== undefined) show(chosenId);
  }, [chosenId]);
  useEffect(() => {
    if (sought) show(sought.id);
  }, [sought]);
}

/** Gives a card the focus; one that was out of sight is drawn in the next frame. */
function focusCard(id: string): void {
  const focus = () =>
    document.querySelector<HTMLElement>(`.fw-card[data-step="${id}"]`)?.focus({ preventScroll: true });
  requestAnimationFrame(() => requestAnimationFrame(focus));
}
