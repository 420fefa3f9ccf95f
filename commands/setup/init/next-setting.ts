/** What a further setting would open, and what it costs. */
import { settings, type SettingName } from '../../../fixtures/config/settings.ts';
import type { Remedy } from '../../../schemas/records/plan.ts';
import { makePlan } from '../plan/make-plan.ts';
import { opensText, requirementsText } from '../plan/lines.ts';
import type { Asker, Choice } from './asker.ts';
import { problemOf, type Texts } from './given.ts';
import { targetOf } from './tested.ts';

/** What a permission costs, before somebody gives it. */
const costs: Readonly<Record<string, string>> = {
  write:
    'write: a webhook is registered and removed, and requests are sent that the service has to reject. It costs no money; what a run cannot remove, it lists.',
  spend:
    'spend: orders are made and vouchers are sent, to GV_RECIPIENT (recipient@example.com unless it is set), with the money of this account. GV_MAX_SPEND caps it over 24 hours and all runs. It includes write.',
  exhaust:
    'exhaust: each limiter is driven to its 429. Whoever shares the limits of this key or of this address is rejected meanwhile.',
};

const enough = 'enough';

/** Asks for one setting after the other, until the person has enough. @returns all settings. */
export async function offerMore({ asker, say }: Parts, texts: Texts): Promise<Texts> {
  let all = texts;
  for (;;) {
    const plan = await makePlan(targetOf(all));
    say(requirementsText(plan));
    const remedies = plan.remedies.filter(isOffered);
    if (remedies.length === 0) return all;
    const chosen = await asker.choose('What to set next?', choicesOf(remedies));
    if (chosen === enough) return all;
    all = { ...all, ...(await entered(asker, chosen, all, say)) };
  }
}

type Say = (text: string) => void;

interface Parts {
  readonly asker: Asker;
  readonly say: Say;
}

/** Ids and bodies are found out by a run. */
const isOffered = ({ setting }: Remedy): boolean => {
  const [name] = setting.split('=');
  return name === 'GV_ALLOW' || name === 'GV_COUNTRIES' || name!.includes('_KEY');
};

const choicesOf = (remedies: readonly Remedy[]): Choice<string>[] => [
  { value: enough, label: 'nothing more: write the file' },
  ...remedies.map(remedy => ({
    value: remedy.setting,
    label: `${remedy.setting} opens ${opensText(remedy)}`,
    hint: remedy.about,
  })),
];

async function entered(asker: Asker, setting: string, before: Texts, say: Say): Promise<Texts> {
  const [name, permission] = setting.split('=') as [SettingName, string | undefined];
  if (permission !== undefined) return permitted(asker, permission, before, say);
  const check = (text: string) => (text === '' ? undefined : problemOf(name, text));
  const { about } = settings[name];
  const text =
    'secret' in settings[name]
      ? await asker.secret(`${name}: ${about}`, check)
      : await asker.text(`${name}: ${about}`, { check });
  return text === '' ? {} : { [name]: text };
}

async function permitted(
  asker: Asker,
  permission: string,
  { GV_ALLOW: before = '', GV_MAX_SPEND: cap }: Texts,
  say: Say,
): Promise<Texts> {
  say(costs[permission] ?? '');
  if (!(await asker.confirm(`Permit to ${permission}?`, false))) return {};
  const allow = [...before.split(',').filter(Boolean), permission].join(',');
  if (permission !== 'spend' || cap !== undefined) return { GV_ALLOW: allow };
  const most = await asker.text(`GV_MAX_SPEND: ${settings.GV_MAX_SPEND.about}`, {
    check: text => problemOf('GV_MAX_SPEND', text),
  });
  return { GV_ALLOW: allow, GV_MAX_SPEND: most };
}
