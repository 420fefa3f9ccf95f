/** An address as people have it -> {base_url}. */
import { baseUrl } from '../../../fixtures/config/parsers.ts';

export interface Address {
  readonly address: string;
  /** What was changed of what was given, for the person to see. */
  readonly changes: readonly string[];
}

/** Where the routes of the API begin. */
const ofRoutes = /\/api\/v\d+(?:\/.*)?$/;

/** @throws Error that states what is wrong with it. */
export function normalised(given: string): Address {
  const text = given.trim().replace(/^<(.*)>$/, '$1');
  const changes: string[] = [];
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (withScheme !== text) changes.push('https:// was put before it');
  const plain = withScheme.replace(/[?#].*$/s, '');
  if (plain !== withScheme) changes.push('what follows ? or # was left out');
  const parsed = baseUrl(plain);
  const address = parsed.replace(ofRoutes, '').replace(/\/+$/, '');
  if (address !== parsed)
    changes.push(
      `${parsed.slice(address.length)} was left out: the routes below it are those of the API`,
    );
  return { address: baseUrl(address), changes };
}
