/** Which rows of the error table (§7) a business route can answer with, for the OpenAPI document. */
import { errors } from '../resources/errors.ts';
import { route } from '../routes.ts';
import type { Route } from '../routes.ts';

type ErrorName = keyof typeof errors;

/** §5.2, §5.3 and the general failure: on every business route. */
const everywhere: readonly ErrorName[] = ['missingKey', 'invalidKey', 'ipNotAllowed', 'unexpected'];

const own: Partial<Record<keyof typeof route, readonly ErrorName[]>> = {
  orderRequest: ['invalidOrderRequestId', 'unknownOrderRequest'],
  wallet: ['noWallet'],
  ledger: ['noWallet'],
  walletBalance: ['noWallet'],
  createOrder: ['unknownProduct'],
  order: ['unknownOrder'],
  auth: ['incompleteProfile', 'verificationPending'],
  createWebhook: ['webhookNotRegistered'],
  updateWebhook: ['foreignWebhook', 'unknownWebhook'],
  deleteWebhook: ['foreignWebhook', 'unknownWebhook'],
};

/** Names of the error rows by status, in ascending order, of one route; none outside the business family. */
export function errorsOf(name: keyof typeof route): ReadonlyMap<number, readonly ErrorName[]> {
  const { family, limiter }: Route = route[name];
  const byStatus = new Map<number, ErrorName[]>();
  if (family !== 'business') return byStatus;
  const names = [...everywhere, ...(own[name] ?? [])];
  if (limiter) names.push('rateLimited');
  names.sort((a, b) => errors[a].status - errors[b].status);
  for (const each of names) {
    const { status } = errors[each];
    byStatus.set(status, [...(byStatus.get(status) ?? []), each]);
  }
  return byStatus;
}
