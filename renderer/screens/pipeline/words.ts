import en from '../../words/en/pipeline.json' with { type: 'json' };
import es from '../../words/es/pipeline.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/pipeline.json' with { type: 'json' };

addWords('pipeline', { en, pt, es });
