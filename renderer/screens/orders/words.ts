import en from '../../words/en/orders.json' with { type: 'json' };
import es from '../../words/es/orders.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/orders.json' with { type: 'json' };

addWords('orders', { en, pt, es });
