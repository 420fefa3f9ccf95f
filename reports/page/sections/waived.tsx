/** @jsxRuntime automatic @jsxImportSource preact */
/** Failures that a team accepts, for how long and why. */
import { waivedIn } from '../../summary/waivers.ts';
import type { Page } from '../model.ts';
import { count, visible } from '../parts/text.ts';

export function Waived({ page }: { page: Page }) {
  const waived = waivedIn(page.result);
  if (waived.length === 0) return null;
  return (
    <section id="waived" aria-labelledby="waived-title">
      <h2 id="waived-title">
        Waived <span class="counts">{count(waived.length, 'known failure')}</span>
      </h2>
      <ul class="rows">
        {waived.map(({ id, waived: { reason, owner, expires } }) => (
          <li>
            <a class="id" href={`#${id}`}>
              {id}
            </a>
            <span>{visible(reason)}</span>
            <span class="dim">
              {visible(owner)}, until {visible(expires)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
