import { BaseEdge, type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import { memo } from 'react';
import type { Place } from '../draft/draft.ts';
import { cardWidth } from './layout.ts';

/** A line from a way out to the step that follows. Forwards it swings between cards; backwards it goes around. */
export const WayLine = memo(function WayLine(props: EdgeProps) {
  const { sourceX, sourceY, targetX, targetY, data, label, markerEnd } = props;
  const bends = (data?.bends ?? []) as Place[];
  const [path, labelX, labelY] =
    targetX > sourceX + 20
      ? curve({ x: sourceX, y: sourceY }, bends, { x: targetX, y: targetY })
      : getSmoothStepPath({ ...props, borderRadius: 12, offset: 24 });
  return (
    <BaseEdge
      path={path}
      labelX={labelX}
      labelY={labelY}
      label={label}
      labelBgPadding={[5, 2]}
      labelBgBorderRadius={4}
      {...(markerEnd && { markerEnd })}
      interactionWidth={14}
    />
  );
});

/** Level wherever it passes cards, so that it does not cut their corners. Returns the path and the place of its label. */
function curve(from: Place, bends: Place[], to: Place): [path: string, labelX: number, labelY: number] {
  const half = cardWidth / 2 + 12;
  const stops = bends.flatMap(({ x, y }) => [
    { x: x - half, y },
    { x: x + half, y },
  ]);
  const points = [from, ...stops, to];
  let path = `M${from.x},${from.y}`;
  for (const [index, { x, y }] of points.entries()) {
    const before = points[index - 1];
    if (!before) continue;
    const middle = (before.x + x) / 2;
    path +=
      index % 2 === 0 && index < points.length - 1 ? `L${x},${y}` : `C${middle},${before.y} ${middle},${y} ${x},${y}`;
  }
  const [first, second] = stops;
  // On the level part beside the first card that it passes.
  return first && second ? [path, (first.x + second.x) / 2, first.y] : [path, (from.x + to.x) / 2, (from.y + to.y) / 2];
}
