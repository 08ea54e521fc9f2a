import { Loaded } from '../../../components/loaded.tsx';
import { embedderQuery, settingsQuery } from '../queries.ts';
import { EmbedderCard } from './embedder-card.tsx';
import { LanguageModelCard } from './language-model-card.tsx';

/** The model that agents think with, and the one that finds passages by their meaning. */
export function AiSection() {
  return (
    <>
      <Loaded query={settingsQuery}>{({ languageModel }) => <LanguageModelCard present={languageModel} />}</Loaded>
      <Loaded query={embedderQuery}>{(state) => <EmbedderCard state={state} />}</Loaded>
    </>
  );
}
