/** @jsxRuntime automatic @jsxImportSource preact */
/** Settings that look wrong, and what was found out in place of settings that are not there. */
import type { Page } from '../model.ts';
import { asText, short, visible } from '../parts/text.ts';

export function Settings({ page }: { page: Page }) {
  const { doubts, discovered } = page.result;
  if (doubts.length === 0 && discovered.length === 0) return null;
  return (
    <section id="settings" aria-labelledby="settings-title">
      <h2 id="settings-title">Settings</h2>
      {doubts.length > 0 && (
        <ul class="doubts">
          {doubts.map(each => (
            <li>{visible(each)}</li>
          ))}
        </ul>
      )}
      {discovered.length > 0 && (
        <>
          <p class="dim">Found out in place of settings that are not there:</p>
          <ul class="rows">
            {discovered.map(({ name, value, how }) => (
              <li>
                <code>{name}</code>
                {value === undefined ? (
                  <span class="dim">nothing found</span>
                ) : (
                  <code>{visible(short(asText(value), 300))}</code>
                )}
                <span class="dim">{visible(how)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
