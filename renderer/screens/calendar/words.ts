import en from '../../words/en/calendar.json' with { type: 'json' };
import es from '../../words/es/calendar.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/calendar.json' with { type: 'json' };

// The inbox books too, without the screen.
addWords('calendar', { en, pt, es });
