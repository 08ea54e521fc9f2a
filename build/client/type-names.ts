/** `businessHours` and `business.hours` to `BusinessHours`. */
export const toTypeName = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9]+)(\w)/g, (_, letter: string) => letter.toUpperCase());

const singulars: [RegExp, string][] = [
  [/ies$/, 'y'],
  [/(ss|sh|ch|x)es$/, '$1'],
  [/([^su])s$/, '$1'],
];

/** The name of one entry of a list. */
export function toSingular(name: string): string {
  for (const [ending, instead] of singulars) if (ending.test(name)) return name.replace(ending, instead);
  return name;
}

/** The name to which those of a component's inner shapes are added: bodies and answers end in a word that says nothing. */
export const toStem = (component: string): string => component.replace(/(Body|Answer|Output|Input)$/, '');
