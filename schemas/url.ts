/**
 * Returns the URL of a text, seen from a base where there is one; undefined if it is none. `URL.canParse` of Node 20 says so of
 * "https://bücher.example" as well, as soon as it is compiled for speed.
 */
export function urlIn(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
