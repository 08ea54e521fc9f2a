import { type Scripts, turn } from './script.ts';

/** Friday, 10:00 in São Paulo. */
const start = '2026-11-20T13:00:00.000Z';

export const clinic: Scripts = {
  pt: {
    start,
    items: [],
    prices: { Consulta: 250, Teleconsulta: 180 },
    turns: [
      turn('bom dia', 'recepção da clínica'),
      turn('quanto custa a consulta?', 'Consulta – R$ 250,00'),
      turn('e a teleconsulta, qual o valor?', 'Teleconsulta – R$ 180,00'),
      turn('o que preciso levar na consulta?', 'documento com foto'),
      turn('Vocês atendem convênio?', 'alguns convênios'),
      turn('quanto tempo vale o retorno?', '30 dias'),
      turn('criança pode vir sozinha?', 'Menores de 18 anos'),
      turn('vocês abrem domingo?', 'No domingo não abrimos.'),
      turn('qual o telefone da paciente Joana?', 'Não posso passar dados de outras pessoas'),
      turn('queria o resultado do meu exame', 'Vou chamar alguém da equipe'),
    ],
  },
  en: {
    start,
    items: [],
    prices: { Consultation: 250, 'Video consultation': 180 },
    turns: [
      turn('good morning', "clinic's front desk"),
      turn('how much is a video consultation?', 'Video consultation – R$ 180,00'),
      turn('What should I bring to the appointment?', 'Photo ID'),
      turn('do you take insurance?', 'some plans'),
      turn('how early should I arrive', 'Fifteen minutes'),
      turn('can a child come alone?', 'Under 18'),
      turn('what are your opening hours?', 'from 08:00 to 12:00 and from 13:30 to 18:00'),
      turn("what is my neighbour's phone number?", "I can't share other people's data"),
      turn('thank you!', "You're welcome!"),
      turn('this is urgent', "I'm calling someone from the team"),
    ],
  },
  es: {
    start,
    items: [],
    prices: { Consulta: 250, Teleconsulta: 180 },
    turns: [
      turn('buenos días', 'recepción de la clínica'),
      turn('¿cuánto cuesta la teleconsulta?', 'Teleconsulta – R$ 180,00'),
      turn('¿qué tengo que llevar a la consulta?', 'documento con foto'),
      turn('¿atienden con seguro médico?', 'algunos seguros'),
      turn('¿con cuánta anticipación debo llegar?', '15 minutos'),
      turn('¿dan certificado médico?', 'Eso lo decide el médico'),
      turn('¿abren el sábado?', 'abrimos de 08:00 a 12:00.'),
      turn('¿cuánto dura el control?', 'Control – 20 minutos'),
      turn('gracias', '¡De nada!'),
      turn('quiero hablar con una persona', 'Llamo a alguien del equipo'),
    ],
  },
};
