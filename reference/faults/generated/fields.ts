/**
 * Operators on fields and lists. Each makes one kind of mistake on every value to which it applies. A place names the fields that it
 * changes in a body: `orders.*.currency`, with `*` for each item of a list.
 */
import type { World } from '../../world.ts';
import { type Json, later, onReply } from '../../patches.ts';
import type { Incoming, Patch } from '../../types.ts';
import type { Response } from './responses.ts';

/** Returns each place in a value, including places of objects and lists. */
function placesIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(placesIn).map(place => `*.${place}`);
  return Object.keys(value).flatMap(name => [
    name,
    ...placesIn(value[name]).map(place => `${name}.${place}`),
  ]);
}

/** Changes one field. `record` is the object or list with the field, and `item` the nearest list item around it. */
type Change = (record: Json, name: string, item: Json) => unknown;

/** Calls `change` for each field at a place. */
function edit(value: Json, place: string, change: Change, item: Json = value): void {
  const [name = '', ...rest] = place.split('.');
  const below = rest.join('.');
  if (typeof value !== 'object' || value === null) return;
  if (name === '*') for (const each of value) edit(each, below, change, each);
  else if (below !== '') edit(value[name], below, change, item);
  else if (name in value) change(value, name, item);
}

/** Returns the values at a place, in order. */
function valuesAt(value: Json, place: string): Json[] {
  const found: Json[] = [];
  edit(value, place, (record, name) => found.push(record[name]));
  return found;
}

const idOf = (record: Json): unknown =>
  record?._id ?? record?.transactionId ?? record?.orderRequestId ?? record?.timestamp;

const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the change of a field from its values, or undefined if the operator does not apply. */
type Operator = (values: readonly Json[], response: Response) => Change | undefined;

const isNumber = (value: Json): value is number => typeof value === 'number';
const isTime = (value: Json): boolean => typeof value === 'string' && /^\d{4}-.*Z$/.test(value);
const set =
  (to: (value: Json) => Json): Change =>
  (record, name) =>
    void (record[name] = to(record[name]));

/** Returns the value after this one, so that each value becomes another record's. */
const nextOf =
  (values: readonly Json[]) =>
  (value: Json): Json =>
    values[(values.findIndex(each => isSame(each, value)) + 1) % values.length];

/** Returns a wrong value of the same type. */
function toAnother(values: readonly Json[]): ((value: Json) => Json) | undefined {
  const [first] = values;
  if (isNumber(first)) return value => value + 1;
  if (typeof first === 'boolean') return value => !value;
  if (isTime(first)) return value => later(value, 86_400_000);
  return typeof first === 'string' && values.length > 1 ? nextOf(values) : undefined;
}

function constant(values: readonly Json[], { routes }: Response): Json {
  const [first] = values;
  if (isNumber(first)) return 999;
  const isOpen = values.length > 1 || routes[0]!.startsWith('POST ');
  return typeof first === 'string' && isOpen ? first : undefined;
}

const isRead = ({ routes }: Response): boolean => /GET |get_wallet/.test(routes[0]!);

/** Operators on a field. */
const ofFields: Readonly<Record<string, Operator>> = {
  absent: () => (record, name) => delete record[name],
  null: () => set(() => null),
  'other-type': () =>
    set(value => (typeof value === 'string' ? value.length : JSON.stringify(value))),
  constant: (values, response) => {
    const value = constant(values, response);
    return value === undefined ? undefined : set(() => value);
  },
  zero: ([first]) =>
    isNumber(first) ? set(() => 0) : Array.isArray(first) ? set(() => []) : undefined,
  'off-by-one': values =>
    isNumber(values[0]) || isTime(values[0]) ? set(toAnother(values)!) : undefined,
  'times-100': ([first]) => (isNumber(first) ? set(value => value * 100) : undefined),
  negated: ([first]) => (typeof first === 'boolean' ? set(value => !value) : undefined),
  // A creation returns new values, so no earlier value exists.
  'value-of-another': (values, response) =>
    isRead(response) &&
    values.length > 1 &&
    typeof values[0] !== 'object' &&
    typeof values[0] !== 'boolean'
      ? set(nextOf(values))
      : undefined,
  'item-dropped': ([first]) =>
    Array.isArray(first) ? set(list => list.toSpliced(1 % (list.length || 1), 1)) : undefined,
  'item-repeated': ([first]) =>
    Array.isArray(first) ? set(list => [...list, ...list.slice(0, 1)]) : undefined,
};

const editBody = (
  { routes, includes, world = {} }: Response,
  change: (body: Json, request: Incoming, world: World) => void,
): Patch => ({
  ...world,
  ...onReply(routes, (reply, request, ...rest) => {
    if (!includes(reply, request)) return;
    // The list may be the whole body.
    const whole = { body: reply.body };
    change(whole, request, ...rest);
    reply.body = whole.body;
  }),
});

/** Swaps the values of the first two items of a list that differ in a field. */
function swap(items: Json, below: string): void {
  if (!Array.isArray(items)) return;
  const at = (item: Json): Json => valuesAt(item, below)[0];
  const [one, ...rest] = items.filter(item => at(item) !== undefined);
  const other = rest.find(item => !isSame(at(item), at(one)));
  if (other === undefined) return;
  const values = [at(one), at(other)];
  edit(one, below, (record, name) => (record[name] = values[1]));
  edit(other, below, (record, name) => (record[name] = values[0]));
}

/** Visits the fields at a place, with a key that stays the same if the list around them grows. */
function editKeyed(
  body: Json,
  place: string,
  change: (record: Json, name: string, key: unknown) => void,
): void {
  let position = 0;
  edit(body, place, (record, name, item) => {
    change(record, name, idOf(item) ?? position);
    position++;
  });
}

/** Repeats the values of the first response to each request. */
function stale(response: Response, place: string): Patch {
  const kept = new WeakMap<World, Map<string, Json>>();
  return editBody(response, (body, { account, path, query, rawBody }, world) => {
    const values = kept.get(world) ?? new Map<string, Json>();
    kept.set(world, values);
    editKeyed(body, place, (record, name, id) => {
      const key = JSON.stringify([account?.id, path, query, rawBody, id]);
      if (values.has(key)) record[name] = structuredClone(values.get(key));
      else values.set(key, structuredClone(record[name]));
    });
  });
}

/** Returns true if a purchase of the account changes the field. */
function isChanging({ seen, later: body }: Response, place: string): boolean {
  const before = new Map<unknown, Json>();
  editKeyed({ body: seen[0]!.body }, place, (record, name, key) => before.set(key, record[name]));
  let changed = false;
  editKeyed({ body }, place, (record, name, key) => {
    changed ||= before.has(key) && !isSame(before.get(key), record[name]);
  });
  return changed;
}

const hasPages = ({ routes, isError }: Response): boolean =>
  !isError && /GET .*(products|search|orders|transactions)$/.test(routes[0]!);

/**
 * Returns the patches that break a field, by operator.
 *
 * @param turn number of the field. It decides whether null or another type is tried, because both break the same.
 */
export function patchesOf(response: Response, place: string, turn: number): Record<string, Patch> {
  const bodies = response.seen.map(({ body }) => ({ body }));
  const all = bodies.flatMap(body => valuesAt(body, place));
  const values = [...new Map(all.map(value => [JSON.stringify(value), value])).values()];
  const patches: Record<string, Patch> = {};
  const effects = new Set([JSON.stringify(bodies)]);
  for (const [name, operator] of Object.entries(ofFields)) {
    if (name === (turn % 2 === 0 ? 'null' : 'other-type')) continue;
    const change = operator(values, response);
    // A text as the whole body is sent as it is.
    if (!change || (place === 'body' && name === 'other-type')) continue;
    const changed = structuredClone(bodies);
    for (const body of changed) edit(body, place, change);
    const effect = JSON.stringify(changed);
    // Left out if it changes nothing here, or does the same as another operator.
    if (!effects.has(effect)) patches[name] = editBody(response, body => edit(body, place, change));
    effects.add(effect);
  }
  const another = toAnother(values);
  const list = place.slice(0, Math.max(0, place.lastIndexOf('.*.')));
  if (another && list !== '') {
    const change = set(another);
    if (patches['value-of-another'])
      patches['swapped'] = editBody(response, body =>
        edit(body, list, (record, name) => swap(record[name], place.slice(list.length + 3))),
      );
    const items = bodies.flatMap(body => valuesAt(body, list)).flat();
    const tenth = new Set(items.filter((_, at) => at % 10 === 3).map(idOf));
    if (items.length >= 10 && !tenth.has(undefined))
      patches['one-in-ten'] = editBody(response, body =>
        edit(
          body,
          place,
          (record, name, item) => tenth.has(idOf(item)) && change(record, name, item),
        ),
      );
  }
  if (another && hasPages(response))
    patches['only-on-page-2'] = editBody(response, (body, { query }) => {
      if (query['page'] === '2') edit(body, place, set(another));
    });
  if (isRead(response) && isChanging(response, place)) patches['stale'] = stale(response, place);
  return patches;
}

/** Returns the places of the fields and lists of a response. The body itself is a place only if it is a list. */
export function placesOf({ seen }: Response): string[] {
  const places = seen.flatMap(({ body }) =>
    placesIn({ body }).filter(place => place !== 'body' || Array.isArray(body)),
  );
  return [...new Set(places)];
}
