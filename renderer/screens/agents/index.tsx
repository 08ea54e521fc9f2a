import { useParams } from 'wouter';
import { addWords } from '../../words/index.ts';
import { AgentDetail } from './detail.tsx';
import { AgentList } from './list.tsx';
import { agentsWords } from './words.ts';

addWords('agents', agentsWords);

/** All agents at `/agents`, a section of one of them at `/agents/:id/:section?`. */
export default function Agents() {
  const { id, section } = useParams<{ id?: string; section?: string }>();
  return id === undefined ? <AgentList /> : <AgentDetail key={id} id={id} section={section} />;
}
