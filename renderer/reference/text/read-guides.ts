/** A guide, under the last part of its address. */
export interface Guide {
  slug: string;
  title: string;
  text: string;
}

/** A name as a part of an address. */
export const toSlug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Takes the description of the document apart: a summary, then one guide under each heading of the first level. */
export function readGuides(description: string): { summary: string; guides: Guide[] } {
  const [summary = '', ...parts] = description.split(/^(?=# )/m);
  const guides = parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const title = heading.slice(2);
    return { slug: toSlug(title), title, text: lines.join('\n').trim() };
  });
  return { summary: summary.trim(), guides };
}
