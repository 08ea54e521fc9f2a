import en from '../../words/en/inbox.json' with { type: 'json' };
import es from '../../words/es/inbox.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/inbox.json' with { type: 'json' };

addWords('inbox', { en, pt, es });
