import en from '../../../words/en/quick-replies.json' with { type: 'json' };
import es from '../../../words/es/quick-replies.json' with { type: 'json' };
import { addWords } from '../../../words/index.ts';
import pt from '../../../words/pt/quick-replies.json' with { type: 'json' };

addWords('quick-replies', { en, pt, es });
