import { useParams } from 'wouter';
import { addWords } from '../../words/index.ts';
import { AgentDetail } from './detail.tsx';
import { AgentList } from './list.tsx';
import { agentsWords } from './words.ts';

addWords('agents', agentsWords);

/** All agents at `/agents`, one of them at `/agents/:id`. */
export default function Agents() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <AgentList /> : <AgentDetail key={id} id={id} />;
}
