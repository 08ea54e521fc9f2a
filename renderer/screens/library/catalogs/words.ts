import en from '../../../words/en/catalogs.json' with { type: 'json' };
import es from '../../../words/es/catalogs.json' with { type: 'json' };
import { addWords } from '../../../words/index.ts';
import pt from '../../../words/pt/catalogs.json' with { type: 'json' };

addWords('catalogs', { en, pt, es });
