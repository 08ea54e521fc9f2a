import { useParams } from 'wouter';
import { addWords } from '../../words/index.ts';
import { BaseDetail } from './detail.tsx';
import { BaseList } from './list.tsx';
import { knowledgeWords } from './words.ts';

addWords('knowledge', knowledgeWords);

/** All knowledge bases at `/knowledge`, one with its sources at `/knowledge/:id`. */
export default function Knowledge() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <BaseList /> : <BaseDetail key={id} id={id} />;
}
