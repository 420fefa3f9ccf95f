/** @jsxRuntime automatic @jsxImportSource preact */
/** The page of a drift: what got worse, then what else changed from one result to another. */
import { readFileSync } from 'node:fs';
import { group } from '../../group.ts';
import { colours, renderDocument } from '../../page/document.tsx';
import { visible } from '../../page/parts/text.ts';
import { headlineOf, kindTitles, type Drift } from '../facts.ts';
import { worseOf } from '../worse.ts';
import { Changes } from './changes.tsx';
import { GotWorse } from './got-worse.tsx';
import { DriftHeadline } from './headline.tsx';

const style = readFileSync(new URL('drift.css', import.meta.url), 'utf8');

export function renderDrift(drift: Drift): string {
  const { after, changes } = drift;
  const worse = worseOf(changes, after);
  const { title } = headlineOf(changes);
  const others = group(
    changes.filter(each => !each.worse),
    ({ kind }) => kind,
  );
  const sections: readonly (readonly [string, string])[] = [
    ...(worse.length > 0 ? [['worse', 'Got worse'] as const] : []),
    ...[...others.keys()].map(kind => [kind, kindTitles[kind]] as const),
  ];
  return renderDocument({
    title: `${title}: ${visible(after.target.baseUrl, 200)}`,
    colour: worse.length > 0 ? colours.bad : changes.length > 0 ? colours.neutral : colours.good,
    styles: [style],
    body: (
      <>
        <DriftHeadline drift={drift} />
        {sections.length > 1 && (
          <nav aria-label="Sections">
            {sections.map(([id, name]) => (
              <a href={`#${id}`}>{name}</a>
            ))}
          </nav>
        )}
        <main>
          <GotWorse worse={worse} />
          {[...others].map(([kind, own]) => (
            <Changes kind={kind} changes={own} />
          ))}
        </main>
      </>
    ),
  });
}
