import en from '../../../words/en/templates.json' with { type: 'json' };
import es from '../../../words/es/templates.json' with { type: 'json' };
import { addWords } from '../../../words/index.ts';
import pt from '../../../words/pt/templates.json' with { type: 'json' };

addWords('templates', { en, pt, es });
