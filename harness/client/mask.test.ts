import { expect, test } from '#test';
import { toCurl } from '../../schemas/records/curl.ts';
import { route } from '../../schemas/routes.ts';
import { answer, apiOver, targetWith } from '../../fixtures/testing/fakes.ts';
import { createMasks } from './mask.ts';

// Its base64 has padding, and both characters that differ in base64url.
const key = 'k/ey+1="quoted"&\'(>>>???*~';
const masks = createMasks('secret', new Map([['GV_API_KEY', key]]));
const masked = (body: unknown, request?: unknown) =>
  JSON.parse(masks.response(JSON.stringify(body), JSON.stringify(request))) as Record<
    string,
    string
  >;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const eachAs = (text: string, spelled: (code: number) => string) =>
  text.replace(/[^]/g, each => spelled(each.charCodeAt(0)));

const encodings: Record<string, (text: string) => string> = {
  raw: text => text,
  'URL-encoded': encodeURIComponent,
  'URL-encoded in small letters': text =>
    encodeURIComponent(text).replace(/%../g, each => each.toLowerCase()),
  'URL-encoded strictly': text =>
    encodeURIComponent(text).replace(/['(*]/g, each => `%${each.charCodeAt(0).toString(16)}`),
  'URL-encoded as in a form': text =>
    new URLSearchParams({ text }).toString().slice('text='.length),
  base64,
  'base64 without padding': text => base64(text).replaceAll('=', ''),
  'base64 in JSON': text => base64(text).replaceAll('/', String.raw`\/`),
  'base64 in a URL': text => encodeURIComponent(base64(text).replaceAll('=', '')),
  base64url: text => Buffer.from(text).toString('base64url'),
  hex,
  'hex in capitals': text => hex(text).toUpperCase(),
  'hex with colons': text => hex(text).replaceAll(/..(?=.)/g, '$&:'),
  'hex with a prefix for each byte': text => hex(text).replaceAll(/../g, ', 0x$&').slice(4),
  'percent-encoded in every character': text => hex(text).replaceAll(/../g, '%$&'),
  'HTML-escaped': html,
  'HTML-escaped with quotes': text => html(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  'HTML-escaped by numbers': text =>
    text.replace(/\W/g, each => `&#x${each.charCodeAt(0).toString(16)};`),
  'HTML-escaped in every character': text => eachAs(text, code => `&#${code};`),
  'JSON-escaped': json,
  'JSON-escaped for markup': text =>
    json(text)
      .replace(/[<>&']/g, each => `\\u00${each.charCodeAt(0).toString(16)}`)
      .replaceAll('/', String.raw`\/`),
  'JSON-escaped in every character': text =>
    eachAs(text, code => `\\u00${code.toString(16).padStart(2, '0')}`),
  'in capitals': text => text.toUpperCase(),
};
for (const [name, spelled] of Object.entries(encodings))
  test(`a key is masked when it is ${name}`, () => {
    const left = masks.keys(`<${spelled(key)}> <${spelled(key)}>`);
    expect(left).toBe('<${GV_API_KEY}> <${GV_API_KEY}>');
    const body = `{"received":"${spelled(key)}"}`;
    expect(masks.response(body, undefined)).toContain('${GV_API_KEY}');
  });

const withEscapes = [
  'CnryKey%2FZqXw9VuTs',
  'Cnry%41ZqXw9VuTs',
  String.raw`Cnry\u0041ZqXw9VuTs`,
  'Cnry&amp;ZqXw9VuTs',
  'Cnry&#65;ZqXw9VuTs',
  'Cnry&ltZqXw9VuTs',
  'Cnry%252f%26ampZqXw9',
];
for (const own of withEscapes)
  test(`the key ${own}, which contains an escape, is masked in every spelling`, () => {
    const other = createMasks('s', new Map([['GV_API_KEY', own]]));
    for (const [name, spelled] of Object.entries(encodings))
      expect(other.keys(`<${spelled(own)}>`), name).toContain('${GV_API_KEY}');
  });

test('a UUID is masked without its hyphens', () => {
  const uuid = '9f1c7a52-3b1e-4c55-8a6e-0d2f1b3c4d5e';
  const other = createMasks('s', new Map([['GV_AUTOMATION_KEY', uuid]]));
  for (const spelled of [uuid, uuid.replaceAll('-', ''), uuid.replaceAll('-', '').toUpperCase()])
    expect(other.keys(`<${spelled}>`)).toBe('<${GV_AUTOMATION_KEY}>');
});

test('a key is masked in the base64 of a longer text', () => {
  const other = createMasks('s', new Map([['GV_API_KEY', 'sk_live_0123456789']]));
  for (const before of ['key:', 'u:', ':', '']) {
    const left = other.keys(`Basic ${base64(`${before}sk_live_0123456789:x`)}`);
    expect(left, before).toContain('${GV_API_KEY}');
    expect(left.length, before).toBeLessThan('Basic ${GV_API_KEY}'.length + 10);
  }
});

test('masking a key next to an escape leaves valid JSON', () => {
  const other = createMasks('s', new Map([['GV_API_KEY', '/key-of-us']]));
  const body = String.raw`{"a":"\"\/key-of-us\"","b":"\u002fkey-of-us\nx \\"}`;
  expect(JSON.parse(other.keys(body))).toEqual({
    a: '"${GV_API_KEY}"',
    b: '${GV_API_KEY}\nx \\',
  });
});

test('a key that begins with another key gets its own name', () => {
  const two = createMasks(
    's',
    new Map([
      ['GV_API_KEY', 'abcd'],
      ['GV_KEY_REVOKED', 'abcd-old'],
    ]),
  );
  expect(two.keys('abcd abcd-old')).toBe('${GV_API_KEY} ${GV_KEY_REVOKED}');
});

const code = 'ABCD-1234-efgh-5678';

test('equal values get equal pseudonyms within a run', () => {
  const first = masked({ voucherCode: code }).voucherCode;
  expect(first).not.toBe(code);
  expect(masked({ order: { voucherCode: code } })).toEqual({ order: { voucherCode: first } });
  expect(masked({ voucherCode: code.replace('5678', '5679') }).voucherCode).not.toBe(first);
  const nextRun = createMasks('other secret', new Map());
  expect(nextRun.response(JSON.stringify({ voucherCode: code }), undefined)).not.toContain(first);
});

test('a pseudonym keeps the shape of its value', () => {
  const { voucherCode, recipientEmail, recipientName } = masked({
    voucherCode: code,
    recipientEmail: 'zoe.m1@mail.example',
    recipientName: '王小明 Ødegård',
  });
  expect(voucherCode).toMatch(/^[A-Z]{4}-\d{4}-[a-z]{4}-\d{4}$/);
  expect(recipientEmail).toMatch(/^[a-z]{3}\.[a-z]\d@[a-z]{4}\.[a-z]{7}$/);
  expect(recipientName).toMatch(/^[a-z]{3} [A-Z][a-z]{6}$/);
});

test('only the four sensitive fields are masked', () => {
  const secret = 'Abcdef12345';
  const body = {
    voucherCode: secret,
    redemptionUrl: secret,
    recipientEmail: secret,
    recipientName: secret,
    merchant: secret,
  };
  const changed = Object.entries(masked(body)).filter(([, value]) => value !== secret);
  expect(changed.map(([name]) => name)).toEqual(Object.keys(body).slice(0, 4));
});

test('sensitive numbers, lists and nested JSON texts are masked', () => {
  const body =
    '{"voucherCode":12345678,"recipientEmail":["zoe@a.example","b"],"raw":"{\\"voucherCode\\":\\"ABC-1\\"}"}';
  const seen = masks.response(body, undefined);
  expect(seen).not.toMatch(/12345678|zoe@a|ABC-1/);
  expect(seen).toMatch(
    /^\{"voucherCode":[1-9]\d{7},"recipientEmail":\["[a-z]{3}@[a-z.]+","[a-z]"\]/,
  );
  expect(JSON.parse((JSON.parse(seen) as { raw: string }).raw)).toHaveProperty('voucherCode');
  expect(masks.response('{"recipientName":12345}', '{"recipientName":12345}')).toContain('12345');
});

test('escaped and plain text get the same pseudonym', () => {
  const plain = masks.response('{"recipientName":"Zoë \\"Z\\" /"}', undefined);
  const escaped = masks.response('{"recipientName":"Zo\\u00eb \\u0022Z\\u0022 \\/"}', undefined);
  expect(JSON.parse(escaped)).toEqual(JSON.parse(plain));
  expect((JSON.parse(plain) as { recipientName: string }).recipientName).toMatch(
    /^[A-Z][a-z]{2} "[A-Z]" \/$/,
  );
});

test('an echo of the request is not masked', () => {
  const sent = { recipientName: 'Zoë Müller', recipientEmail: 'recipient@example.com' };
  expect(masked(sent, sent)).toEqual(sent);
  const escaped = '{"recipientName":"Zo\\u00eb M\\u00fcller"}';
  expect(masks.response(escaped, JSON.stringify(sent))).toBe(escaped);
  const decomposed = 'Zoë Müller'.normalize('NFD');
  expect(masked({ recipientName: decomposed }, sent).recipientName).toBe(decomposed);
  expect(masked({ recipientName: 'Zoë' }, sent).recipientName).not.toBe('Zoë');
});

test('no key that the target repeats reaches the log or a curl line', async () => {
  const keys = { GV_API_KEY: 'business/key+1', GV_AUTOMATION_KEY: 'automation-key' };
  const { GV_API_KEY: sent } = keys;
  const target = targetWith(keys);
  const echo = () =>
    answer(401, { error: `no ${sent}`, url: encodeURIComponent(sent) }, { 'X-Echo': sent });
  const { api } = apiOver(echo, target);
  const plain = await api.send(route.search, {
    query: { merchant: sent },
    headers: { 'X-Other': keys.GV_AUTOMATION_KEY },
  });
  const exchanges = [
    plain,
    await api.send(route.filters, { key: 'suffixed' }),
    await api.send(route.filters, { key: 'prefixed' }),
  ];
  for (const exchange of exchanges)
    for (const text of [JSON.stringify(exchange), toCurl(exchange)])
      for (const key of Object.values(keys))
        for (const form of [key, encodeURIComponent(key)]) expect(text).not.toContain(form);
});
