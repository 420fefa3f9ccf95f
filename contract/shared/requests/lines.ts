/** Bodies of bulk orders with one more line than the settings show (§2.4). */
import { isObject } from '../../../schemas/records/exchange.ts';
import type { SendOptions } from '../../../fixtures/client/api.ts';
import type { Context } from '../../../fixtures/run/context.ts';
import { bulkOrderBody, bulkOrderPath } from '../discovery/order-bodies.ts';
import { atValue, costOfPurchase, fill, nextValue, offers } from './purchase.ts';

/** The body with one more line, made of the first that orders a product; undefined where it has no list of lines. */
export function withLine(template: unknown, of: (line: unknown) => unknown): unknown {
  if (Array.isArray(template)) {
    const line: unknown = template.find(each => JSON.stringify(each).includes('{{productCode}}'));
    return line === undefined ? undefined : [...template, of(line)];
  }
  if (!isObject(template)) return undefined;
  for (const [name, value] of Object.entries(template)) {
    const list = withLine(value, of);
    if (list !== undefined) return { ...template, [name]: list };
  }
  return undefined;
}

/** What the second line may cost, as a share of GV_MAX_SPEND: other checks spend too. */
const share = 1 / 20;

/**
 * The bulk order of the cheapest product for two values, whose sum shows what a total is of.
 *
 * @returns undefined where the product, the settings or the money of a run do not make it possible.
 */
export async function bulkOfTwoValues(context: Context): Promise<SendOptions | undefined> {
  const template = await bulkOrderBody(context);
  const [offer] = await offers(context);
  const next = nextValue(offer!);
  const limit = context.target.values.GV_MAX_SPEND?.[offer!.currency.toUpperCase()] ?? Infinity;
  if (next === undefined || next > limit * share) return undefined;
  const [one, other] = [offer!.value, next].map(value => atValue(offer!, value));
  const costs = [costOfPurchase(one!, template)];
  const body = withLine(template, line => {
    costs.push(costOfPurchase(other!, line));
    return JSON.stringify(line).includes('"{{value}}"') ? fill(line, other!) : undefined;
  });
  if (body === undefined || costs.length < 2) return undefined;
  return { params: { bulkPath: await bulkOrderPath(context) }, body: fill(body, one!), costs };
}
