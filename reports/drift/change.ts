/** One thing that changed from one result to another. */
export interface Change {
  readonly kind: 'verdict' | 'observation' | 'limiter' | 'latency' | 'field';
  /** Of a requirement or observation, the name of a limiter and what of it, or the id of a route. */
  readonly about: string;
  /** Of a requirement whose verdict is as it was. */
  readonly case?: string;
  /** The clause, and what it states or leaves open. */
  readonly anchor?: string;
  readonly text?: string;
  /** Of a requirement that no clause says: those that it follows from, and how. */
  readonly implied?: string;
  readonly before: string;
  readonly after: string;
  /** A verdict that got worse. */
  readonly worse?: true;
}

/** In place of values or fields, where the other side has nothing that this one lacks. */
export const nothing = { observation: 'nothing else', field: 'none' } as const;

/** `wallet.fields`, `wallet.fields / GET /wallet`, `catalog: limit`, `GET /wallet 200`. */
export const nameOf = ({ about, case: one }: Change): string =>
  one === undefined ? about : `${about} / ${one}`;
