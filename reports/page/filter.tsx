/** @jsxImportSource preact */
/** The filter of requirements; page.js shows it and makes it work. */
import type { Verdict } from '../../schemas/records/result.ts';
import { verdictNames } from './marks.tsx';

export function Filter({ verdicts }: { verdicts: readonly Verdict[] }) {
  return (
    <form id="filter" role="search" aria-label="Requirements" hidden>
      <label class="query">
        <span>Search</span>
        <input
          type="search"
          id="query"
          autocomplete="off"
          spellcheck={false}
          placeholder="id, text, route, case …"
        />
      </label>
      <fieldset>
        <legend class="sr">Verdicts</legend>
        {verdicts.map(verdict => (
          <label class={`choice ${verdict}`}>
            <input type="checkbox" name="verdict" value={verdict} checked /> {verdictNames[verdict]}
          </label>
        ))}
      </fieldset>
      <p id="found" role="status" />
    </form>
  );
}
