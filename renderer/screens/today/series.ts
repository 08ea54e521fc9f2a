/** One line of a plot. */
export interface Series {
  label: string;
  /** A colour of the theme. */
  color: string;
  /** One a day. */
  values: number[];
}

export const plotHeight = 190;
