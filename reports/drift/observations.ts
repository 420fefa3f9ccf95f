/** Values of observations that are new or gone. */
import type { ConformanceResult } from '../../schemas/records/result.ts';
import { statements, type StatementId } from '../../contract/statements.ts';
import { factsOf, type Fact } from '../summary/observations.ts';
import { nothing, type Change } from './change.ts';

/** Of facts that both runs saw. What follows the data of a target is no drift. */
export function observationChanges(before: ConformanceResult, after: ConformanceResult): Change[] {
  const then = factsOf(before);
  return factsOf(after).flatMap(({ id, anchor, text, values }) => {
    const old = then.find(each => each.id === id);
    // Another version of the suite may have other statements.
    const { varies } = statements[id as StatementId] ?? {};
    if (!old || varies === true) return [];
    const [was, is] = [old, { values }].map(each => shownIn(each, varies));
    const gone = was!.filter(each => !is!.includes(each));
    const fresh = is!.filter(each => !was!.includes(each));
    if (gone.length + fresh.length === 0) return [];
    const about = { kind: 'observation', about: id, anchor, text } as const;
    return [{ ...about, before: list(gone), after: list(fresh) }];
  });
}

/** Distinct values as text, without the members that vary. */
function shownIn({ values }: Pick<Fact, 'values'>, varying: readonly string[] = []): string[] {
  const show = (value: unknown): string => {
    if (typeof value === 'string') return value;
    return JSON.stringify(value, (name, each: unknown) =>
      varying.includes(name) ? undefined : each,
    );
  };
  return [...new Set(values.map(({ value }) => show(value)))].toSorted();
}

const list = (values: readonly string[]): string =>
  values.length === 0 ? nothing.observation : values.join('; ');
