import './canvas/canvas.css';
import './flows.css';
import './outline/outline.css';
import './parts.css';
import './test-run/test-run.css';
import './words.ts';
import { useParams } from 'wouter';
import { Builder } from './builder/builder.tsx';
import { FlowList } from './list/flow-list.tsx';

/** The flows of an agent at `/flows`, the builder of one at `/flows/:id`. */
export default function Flows() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <FlowList /> : <Builder key={id} id={id} />;
}
