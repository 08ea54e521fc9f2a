import { z } from 'zod';
import type { Language } from '../../../platform/access/workspaces.ts';

const Words = z.object({ pt: z.string(), en: z.string(), es: z.string() });

export const AgentSector = z
  .object({
    key: z.string(),
    name: Words,
    roles: z.array(
      z.object({ key: z.string().describe('Value for `functionKey` of an agent.'), name: Words, description: Words }),
    ),
  })
  .meta({ id: 'AgentSector' });
type AgentSector = z.infer<typeof AgentSector>;

type Role = Record<Language, [name: string, description: string]>;

const sector = (key: string, name: AgentSector['name'], roles: Record<string, Role>): AgentSector => ({
  key,
  name,
  roles: Object.entries(roles).map(([role, { pt, en, es }]) => ({
    key: `${key}.${role}`,
    name: { pt: pt[0], en: en[0], es: es[0] },
    description: { pt: pt[1], en: en[1], es: es[1] },
  })),
});

/** The sectors of a shop and the roles of an agent in each. */
export const agentSectors: AgentSector[] = [
  sector(
    'sales',
    { pt: 'Vendas', en: 'Sales', es: 'Ventas' },
    {
      orders: {
        pt: ['Pedidos', 'Apresenta o cardápio ou o catálogo, tira dúvidas e anota pedidos.'],
        en: ['Orders', 'Shows the menu or catalogue, answers questions and takes orders.'],
        es: ['Pedidos', 'Muestra la carta o el catálogo, resuelve dudas y toma pedidos.'],
      },
      advisor: {
        pt: ['Consultor de produtos', 'Ajuda a escolher o produto certo e chama a equipe para fechar.'],
        en: ['Product advisor', 'Helps to choose the right product and calls the team to close the sale.'],
        es: ['Asesor de productos', 'Ayuda a elegir el producto adecuado y llama al equipo para cerrar la venta.'],
      },
      leads: {
        pt: ['Captação de interessados', 'Descobre o que a pessoa procura e guarda o contato para a equipe.'],
        en: ['Lead capture', 'Finds out what the person is looking for and keeps the contact for the team.'],
        es: ['Captación de interesados', 'Averigua qué busca la persona y guarda el contacto para el equipo.'],
      },
    },
  ),
  sector(
    'scheduling',
    { pt: 'Agenda', en: 'Scheduling', es: 'Agenda' },
    {
      appointments: {
        pt: ['Horários marcados', 'Marca, remarca e lembra horários de atendimento.'],
        en: ['Appointments', 'Books, moves and reminds of appointments.'],
        es: ['Citas', 'Reserva, cambia y recuerda citas.'],
      },
      reservations: {
        pt: ['Reservas', 'Anota reservas de mesas ou quartos e tira dúvidas sobre a estadia.'],
        en: ['Reservations', 'Takes reservations of tables or rooms and answers questions about the stay.'],
        es: ['Reservas', 'Toma reservas de mesas o habitaciones y resuelve dudas sobre la estancia.'],
      },
    },
  ),
  sector(
    'service',
    { pt: 'Atendimento', en: 'Customer service', es: 'Atención al cliente' },
    {
      reception: {
        pt: ['Recepção', 'Recebe quem chega, responde o que é do dia a dia e encaminha o resto.'],
        en: ['Reception', 'Welcomes whoever writes, answers everyday questions and passes on the rest.'],
        es: ['Recepción', 'Recibe a quien escribe, responde lo cotidiano y deriva lo demás.'],
      },
      support: {
        pt: ['Pós-venda', 'Cuida de trocas, garantias e reclamações até que uma pessoa assuma.'],
        en: ['After-sales', 'Looks after exchanges, warranties and complaints until a person takes over.'],
        es: ['Posventa', 'Se ocupa de cambios, garantías y reclamos hasta que una persona los toma.'],
      },
    },
  ),
  sector(
    'finance',
    { pt: 'Financeiro', en: 'Finance', es: 'Finanzas' },
    {
      billing: {
        pt: ['Cobrança', 'Explica formas de pagamento e encaminha boletos e comprovantes à equipe.'],
        en: ['Billing', 'Explains how to pay and passes invoices and receipts on to the team.'],
        es: ['Cobranza', 'Explica las formas de pago y deriva facturas y comprobantes al equipo.'],
      },
    },
  ),
];
