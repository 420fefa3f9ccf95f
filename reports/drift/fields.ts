/** Fields of responses that are new or gone. */
import { bodyOf, isObject } from '../../schemas/records/exchange.ts';
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { exchangesOf } from '../../schemas/records/texts.ts';
import { nothing, type Change } from './change.ts';
import { operationOf } from '../../schemas/operations.ts';
import { routes } from '../../schemas/routes.ts';

/** Of routes and statuses that both runs saw. */
export function fieldChanges(before: ConformanceResult, after: ConformanceResult): Change[] {
  const then = fieldsOf(before);
  return [...fieldsOf(after)].flatMap(([answer, now]) => {
    const old = then.get(answer);
    if (!old) return [];
    const fresh = [...now].filter(each => !old.has(each));
    const gone = [...old].filter(each => !now.has(each));
    if (fresh.length + gone.length === 0) return [];
    const list = (fields: readonly string[]) =>
      fields.length === 0 ? nothing.field : fields.join(', ');
    const about = { kind: 'field', about: answer, ...routeAnchor(routeOf(answer)) } as const;
    return [{ ...about, before: list(gone), after: list(fresh) }];
  });
}

const routeOf = (answer: string): string => answer.replace(/ \d+$/, '');

type Fields = ReadonlyMap<string, ReadonlySet<string>>;

/** Collected once: a history compares each result with the one before and with the one after. */
const collected = new WeakMap<ConformanceResult, Fields>();

/** `GET /wallet 200` -> paths like `[].balance`. */
function fieldsOf(result: ConformanceResult): Fields {
  const fields = collected.get(result) ?? collectAll(result);
  collected.set(result, fields);
  return fields;
}

function collectAll(result: ConformanceResult): Fields {
  const found = new Map<string, Set<string>>();
  for (const exchange of exchangesOf(result).values()) {
    const { key, route, response } = exchange;
    // Responses to bad keys and to payloads around a bound are left out: they depend on what was sent.
    if (key !== 'business' && key !== 'automation') continue;
    if (response.status < 200 || response.status >= 300) continue;
    const answer = `${route} ${response.status}`;
    const known = found.get(answer) ?? new Set();
    collect(bodyOf(exchange), '', known);
    found.set(answer, known);
  }
  return found;
}

function collect(value: unknown, path: string, into: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) collect(each, `${path}[]`, into);
  else if (isObject(value))
    for (const [name, each] of Object.entries(value)) {
      const own = path === '' ? name : `${path}.${name}`;
      into.add(own);
      collect(each, own, into);
    }
}

const anchors = new Map(routes.all.map(each => [each.id, operationOf(each).anchor]));

/** @returns what a change has; nothing for a route that another version of the suite knew. */
export function routeAnchor(id: string): { readonly anchor?: string } {
  const anchor = anchors.get(id);
  return anchor === undefined ? {} : { anchor };
}
