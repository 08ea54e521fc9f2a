import { useParams } from 'wouter';
import en from '../../words/en/agents.json' with { type: 'json' };
import es from '../../words/es/agents.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/agents.json' with { type: 'json' };
import { AgentDetail } from './detail.tsx';
import { AgentList } from './list.tsx';

addWords('agents', { en, pt, es });

/** All agents at `/agents`, one agent's section at `/agents/:id/:section?`. */
export default function Agents() {
  const { id, section } = useParams<{ id?: string; section?: string }>();
  return id === undefined ? <AgentList /> : <AgentDetail key={id} id={id} section={section} />;
}
