/** A text on one line: line breaks, tabs and runs of spaces become one space. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
