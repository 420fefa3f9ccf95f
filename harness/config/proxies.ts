/** Finds the proxy for an address in the variables that curl and Go read, so that the checks and k6 use the same proxy. */
import { BlockList, isIP } from 'node:net';
import { urlIn } from '../../schemas/schema.ts';
import { proxyNames } from './keys.ts';
import type { Environment } from './values.ts';

/** Returns the name of the variable that has the proxy for an address. Returns '' if no variable is set, or if NO_PROXY has the address. */
export function proxyVariable(url: string, env: Environment = process.env): string {
  const plain = ['http_proxy', 'HTTP_PROXY'];
  // https falls back to the proxy for http.
  const names = url.startsWith('https:') ? ['https_proxy', 'HTTPS_PROXY', ...plain] : plain;
  const name = names.find(each => (env[each] ?? '') !== '') ?? '';
  return isExcepted(url, env['no_proxy'] || env['NO_PROXY'] || '') ? '' : name;
}

/** Returns the proxy for an address, or ''. */
export const proxyOf = (url: string, env: Environment = process.env): string =>
  env[proxyVariable(url, env)] ?? '';

/** Returns the problems of the addresses of proxies. */
export const proxyProblems = (): string[] =>
  proxyNames.flatMap(name => {
    const text = process.env[name] ?? '';
    const isAddress = /^https?:$/.test(urlIn(text)?.protocol ?? '');
    return text === '' || isAddress
      ? []
      : [`${name}: must be an address like http://name:password@proxy:3128`];
  });

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Returns true if a list like `.example.com, 10.0.0.0/8, ::1, host:8080` names the host of an address. */
function isExcepted(url: string, list: string): boolean {
  const { hostname, port, protocol } = new URL(url);
  const host = withoutBrackets(hostname).replace(/\.$/, '');
  const usual = protocol === 'https:' ? '443' : '80';
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some(entry => {
      const [, named = entry, ofPort] = /^([^:]+|\[.*\]):(\d+)$/.exec(entry) ?? [];
      if (ofPort !== undefined && ofPort !== (port || usual)) return false;
      return named === '*' || names(withoutBrackets(named), host);
    });
}

function names(entry: string, host: string): boolean {
  const [address = '', bits] = entry.split('/');
  if (isIP(address) === 0) {
    const domain = entry.replace(/^\*?\./, '').replace(/\.$/, '');
    return host === domain || host.endsWith(`.${domain}`);
  }
  const family = familyOf(address);
  const whole = family === 'ipv6' ? 128 : 32;
  const length = bits === undefined ? whole : Number(bits);
  // A malformed range matches nothing, as in curl and Go.
  if (isIP(host) === 0 || !Number.isInteger(length) || length > whole) return false;
  const range = new BlockList();
  range.addSubnet(address, length, family);
  return range.check(host, familyOf(host));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
