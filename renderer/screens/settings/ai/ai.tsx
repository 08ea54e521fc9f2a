import { Loaded } from '../../../components/feedback/loaded.tsx';
import { embedderQuery, settingsQuery } from '../queries.ts';
import { EmbedderCard } from './embedder-card.tsx';
import { LanguageModelCard } from './language-model-card.tsx';

/** Settings of the language model and the embedding model. */
export function AiSection() {
  return (
    <>
      <Loaded query={settingsQuery}>{({ languageModel }) => <LanguageModelCard present={languageModel} />}</Loaded>
      <Loaded query={embedderQuery}>{(state) => <EmbedderCard state={state} />}</Loaded>
    </>
  );
}
