import type { OptionsFilter } from '@mantine/core';
import { fold } from './fold.ts';

export interface Option {
  value: string;
  label: string;
}

/** ISO 3166-1 codes; the browser provides the names. */
const countryCodes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD ' +
  'CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN ' +
  'KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI ' +
  'SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI ' +
  'VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

/** Countries sorted by their name in a language. */
export function listCountries(language: string): Option[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return countryCodes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

/** Time zones as `America/Sao Paulo (GMT-3)`; includes `present` even if the browser does not list it. */
export function listTimezones(language: string, present: string): Option[] {
  const now = new Date();
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', present]);
  return [...zones].sort().map((zone) => {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(now);
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return { value: zone, label: `${zone.replaceAll('_', ' ')} (${offset})` };
  });
}

/**
 * Where the browser is: its time zone, and a country in that zone, that of its language first. Without such a country it
 * is that of the language, if it names one.
 */
export function browserPlace(): { country?: string; timezone: string } {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  const { region } = new Intl.Locale(navigator.language).maximize();
  const ofLanguage = countryCodes.filter((code) => code === region);
  const country = [...ofLanguage, ...countryCodes].find((code) => zonesOf(code).includes(timezone)) ?? ofLanguage[0];
  return country === undefined ? { timezone } : { country, timezone };
}

/** Empty where the browser does not tell. The method is not yet in TypeScript's library. */
const zonesOf = (country: string): string[] =>
  (new Intl.Locale('und', { region: country }) as { getTimeZones?(): string[] }).getTimeZones?.() ?? [];

/** Filters options by part of the name or code, ignoring accents. */
export const findByFoldedText: OptionsFilter = ({ options, search }) => {
  const wanted = fold(search.trim());
  return options.filter((option) => 'value' in option && fold(`${option.label} ${option.value}`).includes(wanted));
};
