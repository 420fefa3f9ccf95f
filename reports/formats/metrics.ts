/**
 * Writes the numbers of one run as OpenMetrics text. All metrics are gauges, because the text file collector of node_exporter and similar
 * collectors read the older Prometheus format. The two formats share no other type that fits a single run.
 */
import {
  runVerdicts,
  type ConformanceResult,
  type RequirementResult,
} from '../../schemas/records/result.ts';
import { areaOf, requirementIds } from '../../contract/statements.ts';
import { limiterNames, routeById } from '../../schemas/routes.ts';
import { harmlessLine } from '../../harness/output/sanitize.ts';
import { stateOf, states } from '../summary/requirements.ts';
import { durations, quantile } from '../summary/statistics.ts';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: (result: ConformanceResult) => readonly Sample[];
}

const one = (value: number): readonly Sample[] => [[{}, value]];

const metricList: readonly Metric[] = [
  {
    name: 'run_info',
    help: 'Versions of the suite and of the spec that a run was made with.',
    samples: ({ suite: { version, spec } }) => [[{ suite: harmlessLine(version), spec }, 1]],
  },
  {
    name: 'run_timestamp_seconds',
    help: 'Start of the run, in seconds since 1970.',
    samples: ({ startedAt }) => one(Date.parse(startedAt) / 1000),
  },
  {
    name: 'run_duration_seconds',
    help: 'Duration of the run, with its waits.',
    samples: ({ durationMs }) => one(durationMs / 1000),
  },
  {
    name: 'run_verdict',
    help: '1 for the verdict of the run, 0 for other verdicts.',
    samples: ({ verdict }) =>
      runVerdicts.map(each => [{ verdict: each }, Number(each === verdict)]),
  },
  {
    name: 'requirements',
    help: 'Requirements by verdict; requirements that the run did not select are not-selected.',
    samples: ({ requirements }) => byVerdict(requirements, {}),
  },
  {
    name: 'area_requirements',
    help: 'Requirements by area of the contract and verdict.',
    samples: ({ requirements }) =>
      areas.flatMap(area =>
        byVerdict(
          requirements.filter(({ id }) => areaOf(id) === area),
          { area },
        ),
      ),
  },
  {
    name: 'requests_sent',
    help: 'Requests of the run, without limiter measurements.',
    samples: ({ requests }) => one(requests.sent),
  },
  {
    name: 'requests_limited',
    help: 'Requests of the run that got a 429.',
    samples: ({ requests }) => one(requests.limited),
  },
  {
    name: 'response_p95_seconds',
    help: 'The 95th percentile of the successful responses of a route.',
    samples: result =>
      [...durations(result)]
        .filter(([route]) => routeById(route))
        .map(([route, sorted]) => [{ route }, quantile(sorted, 0.95) / 1000]),
  },
  {
    name: 'limiter_limit',
    help: 'Requests that a limiter admits in a window, as measured.',
    samples: result => measured(result, 'limit'),
  },
  {
    name: 'limiter_window_seconds',
    help: 'Window of a limiter, as measured.',
    samples: result => measured(result, 'windowSeconds'),
  },
  {
    name: 'spend',
    help: 'Money that the run spent, in units of the currency.',
    samples: ({ spend }) =>
      Object.entries(spend)
        .slice(0, mostCurrencies)
        .map(([currency, value]) => [{ currency: harmlessLine(currency, 10) }, value]),
  },
];

/** Limits the currencies, because a monitoring system keeps a series for each label value. */
const mostCurrencies = 20;
const areas = [...new Set(requirementIds.map(areaOf))];

/** Counts verdicts. Verdicts that do not occur are 0, because an alert needs a series that always exists. */
const byVerdict = (requirements: readonly RequirementResult[], labels: Labels): Sample[] =>
  states.map(verdict => [
    { ...labels, verdict },
    requirements.filter(each => stateOf(each) === verdict).length,
  ]);

const measured = ({ limiters }: ConformanceResult, what: 'limit' | 'windowSeconds'): Sample[] =>
  limiters
    .filter(({ name }) => limiterNames.includes(name))
    .flatMap(each =>
      'skipped' in each || 'inconclusive' in each[what]
        ? []
        : [[{ limiter: each.name }, each[what].value]],
    );

/** Escapes a label value. */
const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

export function metrics(result: ConformanceResult): string {
  const { target, profile } = result;
  const common = {
    // Each run has its own reference, at another address.
    target: target.origin === 'reference' ? 'reference' : harmlessLine(target.baseUrl),
    profile,
  };
  const lines = metricList.flatMap(({ name, help, samples }) => {
    const found = samples(result).map(([labels, value]) => {
      const all = Object.entries({ ...labels, ...common });
      const written = all.map(([label, each]) => `${label}="${escaped(each)}"`);
      return `gift_voucher_${name}{${written.join(',')}} ${value}`;
    });
    if (found.length === 0) return [];
    return [`# HELP gift_voucher_${name} ${help}`, `# TYPE gift_voucher_${name} gauge`, ...found];
  });
  return `${[...lines, '# EOF'].join('\n')}\n`;
}
