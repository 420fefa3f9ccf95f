/**
 * JSON on several lines, every token as it came: parsing and writing again would change numbers and lose duplicate keys.
 * Works on the beginning of a text, too.
 */
export function indentJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  let out = '';
  let depth = 0;
  for (const [token] of text.matchAll(
    /"(?:[^"\\]|\\.)*"?|[{[]\s*[}\]]|[{}[\],:]|[^\s"{}[\],:]+/gs,
  )) {
    if (token === '}' || token === ']') out += line(--depth);
    out += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') out += line(++depth);
    else if (token === ',') out += line(depth);
  }
  return out;
}

/** Deeper nesting is not indented further: a body of a thousand brackets stays small. */
const line = (depth: number) => `\n${'\t'.repeat(Math.min(Math.max(depth, 0), 12))}`;
