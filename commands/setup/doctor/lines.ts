/** A diagnosis for a person. */
import { harmlessLine } from '../../../fixtures/output/sanitize.ts';
import {
  marks,
  type Diagnosis,
  type Finding,
  type Mark,
  type Section,
} from '../../../schemas/records/diagnosis.ts';
import { paint, type Style } from '../../../reports/terminal/paint.ts';
import { counted, fold } from '../text.ts';

const titles: Readonly<Record<Section['name'], string>> = {
  configuration: 'Configuration',
  machine: 'This machine',
  target: 'The target',
  keys: 'Keys',
  money: 'Money',
  plan: 'What would run',
};

const styles: Readonly<Record<Mark, Style>> = { ok: 'green', look: 'yellow', stop: 'red' };

const width = Math.max(...marks.map(mark => mark.length)) + 2;

export function findingLines({ mark, text }: Finding): string[] {
  const [first = '', ...rest] = fold(harmlessLine(text, 2000), ' '.repeat(width + 2));
  return [`  ${paint(styles[mark], mark.padEnd(width))}${first.slice(width + 2)}`, ...rest];
}

export const sectionLines = ({ name, findings }: Section): string[] => [
  titles[name],
  ...findings.flatMap(findingLines),
  '',
];

export function conclusion({ canStart, sections }: Diagnosis): string {
  const count = (wanted: Mark) =>
    sections.flatMap(({ findings }) => findings).filter(({ mark }) => mark === wanted).length;
  const looks = count('look');
  if (!canStart)
    return `A run cannot start: ${counted(count('stop'), 'thing stops it', 'things stop it')} (marked stop).`;
  return looks === 0
    ? 'A run can start.'
    : `A run can start; ${counted(looks, 'thing is', 'things are')} worth a look.`;
}
