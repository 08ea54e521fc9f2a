import en from '../../../words/en/library-files.json' with { type: 'json' };
import es from '../../../words/es/library-files.json' with { type: 'json' };
import { addWords } from '../../../words/index.ts';
import pt from '../../../words/pt/library-files.json' with { type: 'json' };

addWords('library-files', { en, pt, es });
