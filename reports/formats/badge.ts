/** An SVG badge: how much of the contract a run showed, in the colour of its verdict. */
import { makeBadge } from 'badge-maker';
import type { ConformanceResult, RunVerdict } from '../../schemas/records/result.ts';
import { coverage } from '../summary/coverage.ts';

const colours: Readonly<Record<RunVerdict, string>> = {
  conformant: 'brightgreen',
  passed: 'green',
  'non-conformant': 'red',
  incomplete: 'yellow',
  error: 'lightgrey',
};

export function badge(result: ConformanceResult): string {
  const { shown, of, failed } = coverage(result);
  return `${makeBadge({
    label: 'gift voucher API',
    message: `${shown} of ${of} shown${failed > 0 ? `, ${failed} failed` : ''}`,
    color: colours[result.verdict],
  })}\n`;
}
