/** Texts that would command a terminal, a CI service or the eye of a reader. */
import { broken, refused, cutShort, type Fault } from '../fault.ts';
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
  {
    id: 'hostile-reason',
    what: 'a 401 to everything, whose reason holds ANSI, CI commands and bidi controls',
    when: always,
    strike: say(
      answer(401, 'Unauthorized', JSON.stringify({ error: 'Invalid API key', reason: evil })),
    ),
    expect: refused(/401/),
  },
  {
    id: 'hostile-status-text',
    what: 'a 502 to everything, whose status text holds ANSI and a CI command',
    when: always,
    strike: say({
      ...answer(502, latin(onALine), latin(evil)),
      headers: [['Content-Type', 'text/html']],
    }),
    expect: refused(/502/),
  },
  {
    id: 'hostile-location',
    what: 'a 302 to everything, whose Location holds ANSI and a CI command',
    when: always,
    strike: say({
      ...answer(302, 'Found'),
      headers: [['Location', latin(`http://127.0.0.1/${onALine}`)]],
    }),
    // A control character in a header is no HTTP.
    expect: refused(/302|redirect|HTTP\/1\.1 protocol/i),
  },
  {
    id: 'hostile-values',
    what: 'every text of the wallets holds ANSI, CI commands and bidi controls',
    when: wallet,
    strike: changed(each => ({
      ...each,
      body: Buffer.from(each.body.toString().replaceAll(/:"[^"]*"/g, `:${JSON.stringify(evil)}`)),
    })),
    grep: few,
    expect: broken(/./, { exits: [1] }),
  },
  {
    id: 'hostile-names',
    what: 'every name of a field of the wallets holds them',
    when: wallet,
    strike: changed(each => ({
      ...each,
      body: Buffer.from(
        each.body
          .toString()
          .replaceAll(/"(\w+)":/g, (_, name) => `${JSON.stringify(`${name as string}${evil}`)}:`),
      ),
    })),
    grep: few,
    expect: broken(/./, { exits: [1] }),
  },
  {
    id: 'hostile-control-bytes',
    what: 'raw control bytes in the JSON of the wallets',
    when: wallet,
    strike: changed(each => ({
      ...each,
      body: Buffer.from(
        each.body.toString().replaceAll('"currency":"', `"currency":"${evil}\u0000\u0001`),
      ),
    })),
    grep: few,
    expect: broken(/./, { exits: [1] }),
  },
  {
    id: 'hostile-headers',
    what: 'headers whose values and names hold control bytes, with a body that is no JSON',
    when: wallet,
    strike: changed(each =>
      withHeader({ ...each, body: Buffer.from(`<b>${evil}</b>`) }, 'X-Trace', latin(onALine)),
    ),
    grep: few,
    expect: broken(/./, { exits: [1, 2, 3] }),
  },
  {
    id: 'hostile-header-injection',
    what: 'bare carriage returns and NUL in headers',
    when: from(50),
    strike: written(each => framed(withHeader(each, 'X-Trace', 'a\rX-Injected: 1\0b'))),
    expect: cutShort(),
  },
  {
    id: 'hostile-key-echo',
    what: 'errors repeat the key that was sent, plainly and in base64, hex and percent-encoding',
    when: always,
    strike: changed((each, { request }) => {
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
    grep: 'auth\\.|wallet\\.',
    expect: broken(/./),
  },
];
