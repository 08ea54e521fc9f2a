import { useParams } from 'wouter';
import enChanges from '../../words/en/agent-changes.json' with { type: 'json' };
import enTry from '../../words/en/agent-try.json' with { type: 'json' };
import en from '../../words/en/agents.json' with { type: 'json' };
import esChanges from '../../words/es/agent-changes.json' with { type: 'json' };
import esTry from '../../words/es/agent-try.json' with { type: 'json' };
import es from '../../words/es/agents.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import ptChanges from '../../words/pt/agent-changes.json' with { type: 'json' };
import ptTry from '../../words/pt/agent-try.json' with { type: 'json' };
import pt from '../../words/pt/agents.json' with { type: 'json' };
import { AgentDetail } from './detail.tsx';
import { AgentList } from './list.tsx';

addWords('agents', { en, pt, es });
addWords('agent-changes', { en: enChanges, pt: ptChanges, es: esChanges });
addWords('agent-try', { en: enTry, pt: ptTry, es: esTry });

/** All agents at `/agents`, one agent's section at `/agents/:id/:section?`. */
export default function Agents() {
  const { id, section } = useParams<{ id?: string; section?: string }>();
  return id === undefined ? <AgentList /> : <AgentDetail key={id} id={id} section={section} />;
}
