import { haircut, makeAgent } from '../support/shop/sales.ts';
import { type ConsoleOptions, type OpenConsole, startConsole } from './support.ts';

const range = [{ from: '09:00', to: '18:00' }];
export const hours = { days: { mon: range, tue: range, wed: range, thu: range, fri: range, sat: range, sun: range } };

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The Monday after next by the shop's clock: all of its week is to come. */
function comingMonday(): string {
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo' }).format(Date.now());
  return addDays(today, 15 - (new Date(`${today}T00:00:00Z`).getUTCDay() || 7));
}

export const monday = comingMonday();
export const tuesday = addDays(monday, 1);
export const wednesday = addDays(monday, 2);
/** Address of the week of `monday`. */
export const week = `/calendar?date=${monday}`;

interface Shop extends OpenConsole {
  agent: string;
  book(date: string, from: string, to: string, more?: object): Promise<{ id: string; startTime: string }>;
  read(id: string): Promise<{ startTime: string; endTime: string; status: string; notes: string | null }>;
}

/** A hairdresser's who is open from 9 to 18; the browser is on the other side of the world. */
export async function openShop(options: ConsoleOptions = {}, agentFields: object = {}): Promise<Shop> {
  const open = await startConsole({ language: 'en', timezone: 'Asia/Tokyo', ...options });
  const { api } = open.shop;
  const services = [{ name: 'Haircut', durationMinutes: 45 }];
  const agent = await makeAgent(api, { businessHours: hours, services, ...agentFields });
  const book: Shop['book'] = async (date, from, to, more = {}) => {
    const times = { startTime: `${date}T${from}`, endTime: `${date}T${to}`, allowOverlap: true };
    return (await api.post('/api/appointments', haircut(agent, { ...times, status: 'CONFIRMED', ...more }))).body;
  };
  const read: Shop['read'] = async (id) => (await open.owner.get(`/owner/appointments/${id}`)).body.appointment;
  return { ...open, agent, book, read };
}

/** Height of an hour in the grid. */
export const hourPx = 52;

/** Presses free space of a column at a time of day. */
export async function clickAt({ page }: Pick<Shop, 'page'>, column: number, hour: number): Promise<void> {
  await page
    .locator('[data-column]')
    .nth(column)
    .click({ position: { x: 20, y: hour * hourPx + 6 } });
}
