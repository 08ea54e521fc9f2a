import enParts from '../../words/en/flow-parts.json' with { type: 'json' };
import en from '../../words/en/flows.json' with { type: 'json' };
import enWebhooks from '../../words/en/webhooks.json' with { type: 'json' };
import esParts from '../../words/es/flow-parts.json' with { type: 'json' };
import es from '../../words/es/flows.json' with { type: 'json' };
import esWebhooks from '../../words/es/webhooks.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import ptParts from '../../words/pt/flow-parts.json' with { type: 'json' };
import pt from '../../words/pt/flows.json' with { type: 'json' };
import ptWebhooks from '../../words/pt/webhooks.json' with { type: 'json' };

addWords('flows', { en, pt, es });
addWords('flow-parts', { en: enParts, pt: ptParts, es: esParts });
// The kinds of events that can begin a flow.
addWords('webhooks', { en: enWebhooks, pt: ptWebhooks, es: esWebhooks });
