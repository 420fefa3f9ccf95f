/** @jsxRuntime automatic @jsxImportSource preact */
/** Settings that look wrong, and what was found out in place of settings that are not there. */
import type { Page } from './model.ts';
import { asText, short, visible } from './text.ts';

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
        <table>
          <thead>
            <tr>
              <th scope="col">Not set</th>
              <th scope="col">Found out</th>
              <th scope="col">How</th>
            </tr>
          </thead>
          <tbody>
            {discovered.map(({ name, value, how }) => (
              <tr>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  {value === undefined ? (
                    <span class="dim">nothing</span>
                  ) : (
                    <code>{visible(short(asText(value), 300))}</code>
                  )}
                </td>
                <td>{visible(how)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
