/** A target of these responses, for tests of what is found out about it. */
import { expect } from '#test';
import type { WireRequest, WireResponse } from '../../fixtures/client/transport.ts';
import type { SettingName } from '../../fixtures/config/settings.ts';
import type { Environment } from '../../fixtures/config/values.ts';
import {
  contextOver,
  ourTarget,
  thrownBy,
  type FakeContext,
} from '../../fixtures/testing/fakes.ts';
import { NotExercised } from '../../fixtures/verdict.ts';
import { known } from './known.ts';

export type Service = (path: string, request: WireRequest, query: URLSearchParams) => WireResponse;

export const over = (service: Service, env: Environment = {}) =>
  contextOver(
    request => {
      const { pathname, searchParams } = new URL(request.url);
      return service(pathname.replace(/^.*\/business/, ''), request, searchParams);
    },
    ourTarget({ GV_ASYNC_TIMEOUT: '1', ...env }),
  );

export const sent = ({ requests }: FakeContext) =>
  requests.map(({ method, url }) => `${method} ${url.replace(/^.*\/business/, '')}`);
export const bodies = ({ requests }: FakeContext) =>
  requests.filter(({ body }) => body).map(({ body }) => JSON.parse(String(body)) as unknown);

export async function expectNotFound(context: FakeContext, name: SettingName, reason: RegExp) {
  const error = await thrownBy(() => known(context, name));
  expect(error).toBeInstanceOf(NotExercised);
  expect(String(error)).toMatch(new RegExp(`${name} is not set`));
  expect(String(error)).toMatch(reason);
}
