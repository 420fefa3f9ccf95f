/** A plan for a person: requirements, what opens more of them, requests, money, time. */
import { moneyText } from '../../../fixtures/client/guard/money.ts';
import type { Plan, PlannedTime, Remedy } from '../../../schemas/records/plan.ts';
import { counted, fold, labelled } from '../text.ts';

/** Remedies in full; the others by name. */
const shownRemedies = 6;

export const planLines = (plan: Plan): string[] => [
  ...fold(headline(plan), ''),
  ...plan.assumptions.flatMap(each =>
    fold(`Taken for granted, and found out by a run: ${each}.`, ''),
  ),
  '',
  ...labelled('Requirements', requirementsText(plan)),
  ...remedyLines(plan.remedies),
  '',
  ...labelled('Requests', requestsText(plan)),
  ...labelled('Probes', probesText(plan)),
  ...labelled('Money', moneyOf(plan)),
  ...timeTexts(plan).flatMap((text, at) => labelled(at === 0 ? 'Time' : '', text)),
];

const isOurs = ({ target }: Plan): boolean => target.origin === 'reference';

const headline = (plan: Plan): string =>
  isOurs(plan)
    ? 'No target is set: a run starts the embedded reference and judges that. ./gv init names one.'
    : `A rehearsal: these checks ran on the embedded reference, with the settings that you have, under the profile ${plan.profile}. Nothing was sent to ${plan.target.baseUrl}, which has other data: its numbers differ.`;

const withProspect = ({ requirements }: Plan, prospect: string): number =>
  requirements.filter(each => each.prospect === prospect).length;

export function requirementsText(plan: Plan): string {
  const [waits, depends] = [withProspect(plan, 'waits'), withProspect(plan, 'depends')];
  return [
    `${withProspect(plan, 'runs')} of ${plan.requirements.length} would run`,
    ...(waits > 0 ? [`${counted(waits, 'waits', 'wait')} for a setting or a permission`] : []),
    ...(depends > 0
      ? [
          `${counted(depends, 'shows', 'show')} only where the target has what ${depends === 1 ? 'it is' : 'they are'} about`,
        ]
      : []),
  ].join(', ');
}

/** Those that open the most first. */
function remedyLines(remedies: readonly Remedy[]): string[] {
  const [first, others] = [remedies.slice(0, shownRemedies), remedies.slice(shownRemedies)];
  const width = 2 + Math.max(0, ...first.map(({ setting }) => setting.length));
  return [
    ...(first.length > 0 ? ['', 'What opens the most of those that wait:'] : []),
    ...first.flatMap(remedy => labelled(`  ${remedy.setting}`, remedyText(remedy), width + 2)),
    ...(others.length > 0
      ? fold(`and ${others.map(({ setting }) => setting).join(', ')}`, '    ', '  ')
      : []),
  ];
}

/** `27, and 25 more together with others` */
function opensText({ opens, requirements }: Remedy): string {
  const more = requirements.length - opens;
  return `${opens}${more > 0 ? `, and ${more} more together with others` : ''}`;
}

export const remedyText = (remedy: Remedy): string => `${opensText(remedy)}: ${remedy.about}`;

function requestsText({ requests: { total, most, byLimiter } }: Plan): string {
  const { catalog, webhooks, wallet, other } = byLimiter;
  return `about ${total}, at most ${most} (GV_MAX_REQUESTS); by limiter: catalog ${catalog}, webhooks ${webhooks}, wallet ${wallet}, others ${other}`;
}

function probesText({ probes: { limiters, maxRequests, maxWait } }: Plan): string {
  const probed = limiters.filter(({ skipped }) => skipped === undefined);
  const skipped = limiters.filter(each => each.skipped !== undefined);
  if (probed.length === 0) return `none: ${skipped[0]?.skipped}`;
  const names = probed.map(({ limiter, last }) =>
    last ? `${limiter} (${last.requests} requests in ${last.seconds} s the last time)` : limiter,
  );
  return [
    `of ${names.join(', ')}; beside the requests above, each at most ${maxRequests} (GV_PROBE_MAX_REQUESTS), and no wait over ${maxWait} s (GV_PROBE_MAX_WAIT)`,
    ...skipped.map(each => `not of ${each.limiter}: ${each.skipped}`),
  ].join('; ');
}

function moneyOf(plan: Plan): string {
  const { money, target } = plan;
  if (isOurs(plan)) return "none: the reference's is not real";
  if (plan.profile === 'smoke') return 'none: the profile smoke only reads';
  if (!target.allow.includes('spend')) return 'none: GV_ALLOW does not permit to spend';
  const by = (amount: 'most' | 'rehearsed' | 'spentEarlier') =>
    moneyText(
      Object.fromEntries(
        money.filter(each => each[amount] > 0).map(each => [each.currency, each[amount]]),
      ),
    ) || 'nothing';
  const earlier = money.some(({ spentEarlier }) => spentEarlier > 0)
    ? `; earlier runs spent ${by('spentEarlier')} of GV_MAX_SPEND in 24 hours (./gv ledger shows when room comes back)`
    : '';
  return `at most ${by('most')}${earlier === '' ? ' (GV_MAX_SPEND)' : ''}; the rehearsal bought for ${by('rehearsed')}, of the reference's products${earlier}`;
}

function timeTexts({ time }: Plan): string[] {
  const { perSecond, seconds, limited, maxWait } = time;
  const ownPace =
    perSecond === undefined || seconds === undefined
      ? 'as fast as this machine is: nothing bounds the rate'
      : `${duration(seconds)} at ${perSecond} requests a second (GV_MAX_RPS), more where the target is slow`;
  if (!limited)
    return [ownPace, 'the limits of the target are not known: GV_OUT has no result of a probe'];
  const beyond =
    limited.seconds > maxWait
      ? `; that is more than a run waits (GV_MAX_WAIT: ${maxWait} s), and the rest is not exercised`
      : '';
  return [ownPace, `${duration(limited.seconds)} under ${limitsText(limited)}${beyond}`];
}

const limitsText = ({ limits, startedAt }: NonNullable<PlannedTime['limited']>): string =>
  `the limits that the run of ${startedAt.slice(0, 16).replace('T', ' ')} UTC measured: ${limits
    .map(each => `${each.limiter} ${each.limit} in ${Math.round(each.windowSeconds)} s`)
    .join(', ')}`;

const duration = (seconds: number): string =>
  seconds < 120
    ? `about ${counted(seconds, 'second')}`
    : `about ${Math.round(seconds / 60)} minutes`;
