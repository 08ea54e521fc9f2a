type Kind = 'comment' | 'string' | 'number' | 'word' | 'name';

/** A piece of code, and what it is; null for what has no colour. */
export interface Token {
  text: string;
  kind: Kind | null;
}

// A quote that is not closed reaches as far as it can, so that no pattern fails after reading far.
const json = /(?<string>"(?:[^"\\]|\\.)*"?)|(?<number>\b\d+(?:\.\d+)?\b)|(?<word>\b(?:true|false|null)\b)/g;
const script =
  /(?<comment>\/\/.*)|(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|(?<number>\b\d+(?:\.\d+)?\b)|(?<word>\b(?:import|from|const|new|await|async|for|of|if|else|throw|try|catch|instanceof|return|true|false|null)\b)|(?<name>\b\w+(?=\())/g;
const shell =
  /(?<comment>(?<=^|\s)#.*)|(?<string>"(?:[^"\\]|\\.)*"?|'[^']*'?)|(?<name>(?<=\s)--?[A-Za-z][\w-]*)|(?<word>\b(?:curl|npx|npm|export|for|in|do|done|grep|sed|tr)\b)/gm;

const patterns: Record<string, RegExp> = { json, js: script, javascript: script, sh: shell, shell, curl: shell };

/** Takes code apart for colouring. Languages that are not known stay in one piece. */
export function highlight(source: string, language: string): Token[] {
  const pattern = patterns[language.toLowerCase()];
  if (!pattern) return [{ text: source, kind: null }];
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: text, index, groups } of source.matchAll(pattern)) {
    if (index > end) tokens.push({ text: source.slice(end, index), kind: null });
    end = index + text.length;
    tokens.push({ text, kind: pattern === json && isField(source, end) ? 'name' : kindOf(groups) });
  }
  return [...tokens, { text: source.slice(end), kind: null }];
}

const kindOf = (groups: Record<string, string | undefined> = {}): Kind | null =>
  (Object.keys(groups).find((name) => groups[name] !== undefined) as Kind | undefined) ?? null;

/** Whether what ends there is the name of a field: a colon follows directly, as `JSON.stringify` writes it. */
const isField = (source: string, end: number): boolean => source[end] === ':';
