import { useParams } from 'wouter';
import en from '../../words/en/knowledge.json' with { type: 'json' };
import es from '../../words/es/knowledge.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/knowledge.json' with { type: 'json' };
import { BaseDetail } from './detail.tsx';
import { BaseList } from './list.tsx';

addWords('knowledge', { en, pt, es });

/** All knowledge bases at `/knowledge`, one base at `/knowledge/:id`. */
export default function Knowledge() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <BaseList /> : <BaseDetail key={id} id={id} />;
}
