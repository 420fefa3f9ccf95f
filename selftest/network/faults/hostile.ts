/** Texts that would command a terminal, a CI service or the eye of a reader. */
import { broken, refused, cutShort, type Fault, faults } from '../fault.ts';
import { answer, framed } from '../proxy/answer.ts';
import { always, from, onRoute } from '../proxy/when.ts';
import { changed, say, withHeader, written } from '../strikes.ts';

const esc = '\u001b';
const evil = `x${esc}[2J${esc}[31m\u0007\u009b1A\r\n::error title=gotcha::owned\n##vso[task.complete result=Succeeded;]\n\u202eesrever\u2066\u2028::set-output name=a::b`;
const onALine = `x${esc}[2J${esc}]0;title\u0007\u009b1A ::error::owned`;
const latin = (text: string) => Buffer.from(text).toString('latin1');
const wallet = onRoute('GET', '/wallet');
const few = 'wallet\\.|catalog\\.';

export const hostile: readonly Fault[] = [
  ...faults(always, refused(/401/), {
    'hostile-reason': [
      'a 401 to everything, whose reason holds ANSI, CI commands and bidi controls',
      say(answer(401, 'Unauthorized', JSON.stringify({ error: 'Invalid API key', reason: evil }))),
    ],
  }),
  ...faults(always, refused(/502/), {
    'hostile-status-text': [
      'a 502 to everything, whose status text holds ANSI and a CI command',
      say({
        ...answer(502, latin(onALine), latin(evil)),
        headers: [['Content-Type', 'text/html']],
      }),
    ],
  }),
  // A control character in a header is no HTTP.
  ...faults(always, refused(/302|redirect|HTTP\/1\.1 protocol/i), {
    'hostile-location': [
      'a 302 to everything, whose Location holds ANSI and a CI command',
      say({
        ...answer(302, 'Found'),
        headers: [['Location', latin(`http://127.0.0.1/${onALine}`)]],
      }),
    ],
  }),
  ...faults(wallet, broken(/./, { exits: [1] }), {
    'hostile-values': [
      'every text of the wallets holds ANSI, CI commands and bidi controls',
      changed(each => ({
        ...each,
        body: Buffer.from(each.body.toString().replaceAll(/:"[^"]*"/g, `:${JSON.stringify(evil)}`)),
      })),
      { grep: few },
    ],
    'hostile-names': [
      'every name of a field of the wallets holds them',
      changed(each => ({
        ...each,
        body: Buffer.from(
          each.body
            .toString()
            .replaceAll(/"(\w+)":/g, (_, name) => `${JSON.stringify(`${name as string}${evil}`)}:`),
        ),
      })),
      { grep: few },
    ],
    'hostile-control-bytes': [
      'raw control bytes in the JSON of the wallets',
      changed(each => ({
        ...each,
        body: Buffer.from(
          each.body.toString().replaceAll('"currency":"', `"currency":"${evil}\u0000\u0001`),
        ),
      })),
      { grep: few },
    ],
  }),
  ...faults(wallet, broken(/./, { exits: [1, 2, 3] }), {
    'hostile-headers': [
      'headers whose values and names hold control bytes, with a body that is no JSON',
      changed(each =>
        withHeader({ ...each, body: Buffer.from(`<b>${evil}</b>`) }, 'X-Trace', latin(onALine)),
      ),
      { grep: few },
    ],
  }),
  ...faults(from(50), cutShort(), {
    'hostile-header-injection': [
      'bare carriage returns and NUL in headers',
      written(each => framed(withHeader(each, 'X-Trace', 'a\rX-Injected: 1\0b'))),
    ],
  }),
  ...faults(always, broken(/./), {
    'hostile-key-echo': [
      'errors repeat the key that was sent, plainly and in base64, hex and percent-encoding',
      changed((each, { request }) => {
        const key = request.headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1] ?? '';
        const bytes = Buffer.from(key);
        const forms = [
          key,
          ...(['base64', 'base64url', 'hex'] as const).map(form => bytes.toString(form)),
        ];
        forms.push(
          bytes.toString('hex').toUpperCase(),
          bytes.toString('hex').replaceAll(/../g, '%$&'),
        );
        if (each.status < 400) return withHeader(each, 'X-Debug', forms.join(' '));
        const body = each.body.toString().replace(/\}$/, `,"debug":${JSON.stringify(forms)}}`);
        return { ...each, body: Buffer.from(body) };
      }),
      { grep: 'auth\\.|wallet\\.' },
    ],
  }),
];
