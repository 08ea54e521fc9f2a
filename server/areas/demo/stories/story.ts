/** What becomes of a conversation in the demo shop. */
export type Outcome = 'order' | 'question' | 'complaint' | 'booking' | 'quote';

/** `c` the customer, `a` the AI agent, `h` a person of the shop. */
export type Turn = readonly ['c' | 'a' | 'h', string];

export interface Story {
  outcome: Outcome;
  /** Texts with `{name}`, `{item}`, `{drink}`, `{total}`, `{street}`, `{day}`, `{time}`, `{people}`. */
  turns: readonly Turn[];
}

/** A demo shop in one language. */
export interface DemoShop {
  language: 'pt' | 'en' | 'es';
  name: string;
  agentName: string;
  country: string;
  timezone: string;
  currency: string;
  /** National numbers are made by this: the digits that stand before four random ones. */
  phonePrefix: string;
  firstNames: readonly string[];
  lastNames: readonly string[];
  streets: readonly string[];
  weekdays: readonly [string, string, string, string, string, string, string];
  menu: readonly { name: string; price: number }[];
  /** Headings of the menu: dishes, drinks. */
  categories: readonly [string, string];
  drinks: readonly { name: string; price: number }[];
  staff: string;
  stories: readonly Story[];
  quickReplies: readonly { shortcut: string; content: string }[];
  /** Titles of cards in the sales board. */
  deals: readonly string[];
  tags: readonly string[];
  knowledge: { base: string; source: string; text: string };
  /** As the platform writes the language of a template. */
  templateLanguage: string;
  campaign: { name: string; template: string; body: string };
}
