/** @jsxRuntime automatic @jsxImportSource preact */
/** `passed → not exercised: GV_X is not set`, each verdict in its colour. */
import { stateNames, states } from '../../page/parts/marks.tsx';
import { visible } from '../../page/parts/text.ts';

export const Verdicts = ({ before, after }: { before: string; after: string }) => (
  <span class="verdicts">
    <Verdict said={before} /> <span aria-hidden="true">→</span>
    <span class="sr"> then </span> <Verdict said={after} />
  </span>
);

function Verdict({ said }: { said: string }) {
  const [verdict = '', ...reason] = said.split(': ');
  const state = states.find(each => each === verdict);
  return (
    <>
      <b class={state ?? ''}>{state ? stateNames[state] : visible(verdict)}</b>
      {reason.length > 0 && <span class="dim">: {visible(reason.join(': '))}</span>}
    </>
  );
}
