/** One line of a chart. */
export interface Series {
  label: string;
  /** Hue of the theme. */
  color: string;
  /** One value per day. */
  values: number[];
}

export const plotHeight = 190;
