import en from '../../words/en/teach.json' with { type: 'json' };
import es from '../../words/es/teach.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/teach.json' with { type: 'json' };

addWords('teach', { en, pt, es });
