/**
 * k6 has no URL. This one accepts only plain http(s) addresses, which is all that guard and settings parse, so both run
 * in k6 unchanged; import it before them. In Node it does nothing.
 */
const plain =
  /^(https?):\/\/(?:([^/?#@]*)@)?([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d+))?([^?#]*)(\?[^#]*)?(#.*)?$/i;
/** Matches characters that a parser would have to rewrite: a URL with one is rejected. */
const odd = /[^\x21-\x7e]|["<>\\^`{|}]/;
const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

export class PlainUrl {
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;

  /** @throws TypeError for anything but a plain http(s) address. */
  constructor(text: string) {
    const match = odd.test(text) ? null : plain.exec(text);
    if (!match) throw new TypeError('Invalid URL');
    const [, scheme = '', user = '', host = '', port, path = '', search = '', hash = ''] = match;
    const name = scheme.toLowerCase();
    this.protocol = `${name}:`;
    [this.username = '', this.password = ''] = user.split(':');
    const shownPort = port === undefined || port === defaultPorts[name] ? '' : `:${port}`;
    this.origin = `${name}://${host.toLowerCase()}${shownPort}`;
    this.pathname = withoutDots(path);
    this.search = search;
    this.hash = hash;
    this.href = `${this.origin}${this.pathname}${search}${hash}`;
  }
}

/** `/a/./b/../c` -> `/a/c`, dots in percent-encoding included, as every parser of URLs does it. */
function withoutDots(path: string): string {
  const kept: string[] = [];
  const parts = path.replaceAll(/%2e/gi, '.').split('/').slice(1);
  const raw = path.split('/').slice(1);
  parts.forEach((part, index) => {
    const last = index === parts.length - 1;
    if (part === '..') kept.pop();
    else if (part !== '.') kept.push(raw[index] ?? '');
    if (last && (part === '.' || part === '..')) kept.push('');
  });
  return `/${kept.join('/')}`;
}

const known: { URL?: unknown } = globalThis;
known.URL ??= PlainUrl;
