/** @jsxRuntime automatic @jsxImportSource preact */
/** The filter of requirements; page.js shows it and makes it work. */
import { stateNames, type State } from '../parts/marks.tsx';

export function Filter({ shown }: { shown: readonly State[] }) {
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
        {shown.map(state => (
          <label>
            <input type="checkbox" name="verdict" value={state} checked /> {stateNames[state]}
          </label>
        ))}
      </fieldset>
      <p id="found" role="status" />
    </form>
  );
}
