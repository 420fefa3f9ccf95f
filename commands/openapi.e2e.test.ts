import { expect } from '#test';
import type { OpenAPIV3_1 } from 'openapi-types';
import { command, test } from '../fixtures/testing/spawned.ts';

test('openapi --env has examples from the settings and the catalog, and no key', async ({
  cwd,
  reference,
}) => {
  const { settings } = await reference();
  const GV_WEBHOOK_BODY = '{"address":"https://hooks.example.com/mine"}';
  const given = { ...settings, GV_WEBHOOK_BODY, GV_COUNTRIES: 'GB' };
  const { code, stdout } = await command('openapi', ['--env'], { cwd, settings: given });
  expect(code).toBe(0);
  const { servers, paths, components } = JSON.parse(stdout) as OpenAPIV3_1.Document;
  expect(servers?.[0]?.variables?.['base_url']?.default).toBe(settings['GV_BASE_URL']);
  const exampleOf = (path: string) => {
    const body = paths?.[path]?.post?.requestBody as OpenAPIV3_1.RequestBodyObject;
    return body.content['application/json']?.example as unknown;
  };
  expect(exampleOf('/api/v1/business/webhooks')).toEqual(JSON.parse(GV_WEBHOOK_BODY));
  expect(exampleOf('/api/v1/business/orders')).toMatchObject({
    productCode: expect.stringMatching(/^[A-Z]{4}-/),
    valuePurchased: expect.any(Number),
  });
  const country = components?.schemas?.['BrowsedProduct']?.properties?.['country'];
  expect(country).toMatchObject({ enum: ['GB', 'gb'] });
  expect(paths?.['/api/v1/business/wallet/transactions']?.get?.parameters).toContainEqual(
    expect.objectContaining({ name: 'currency' }),
  );
  for (const name of ['GV_API_KEY', 'GV_AUTOMATION_KEY'])
    expect(stdout).not.toContain(settings[name]);
});
