/** Lists the headers and parameters with secrets of a session, and hides their values. Runs, loads and recordings use this list. */

/** Matches names of headers and parameters with credentials or tokens. */
const secretName =
  /(?:api|access|auth|private|subscription|functions)[-_]?key|token|secret|passw|session|(?:^|[-_])sid$|credential|signature|assertion|jwt|oidc|saml|csrf|xsrf|bypass|^cf-access|authoriz|authentication|auth[-_]/i;
/** Matches names that contain such a word, and whose values are public. */
const publicName = /^access-control-|^sec-websocket-/i;
const cookieName = /cookie2?$/i;

export const isCookie = (name: string): boolean => cookieName.test(name);

/** Returns true for a header or parameter whose value is a secret. The values of cookies are secrets, and their names are not. */
export const isSecret = (name: string): boolean =>
  isCookie(name) || (secretName.test(name) && !publicName.test(name));

type Hide = (value: string) => string;

/** Returns the value of a header in which `hide` has replaced secrets. */
export function hideHeader(name: string, value: string, hide: Hide): string {
  if (isCookie(name)) return hideCookies(value, hide);
  return isSecret(name) ? hideCredentials(value, hide) : hideParameters(value, hide);
}

/** Matches a whole attribute of a cookie. Other text after a cookie may be the next cookie. */
const attribute =
  /^\s*(?:secure|httponly|partitioned|path=\/?[\w./%-]*|domain=[\w.-]*|max-age=-?\d+|samesite=\w+|priority=\w+|expires=[a-z]{3,9},? [\w :-]+)\s*$/i;

/** Hides the values of cookies. Their names and attributes stay. */
const hideCookies = (value: string, hide: Hide): string =>
  value
    .split(';')
    .map((part, at) => {
      if (at > 0 && attribute.test(part)) return part;
      const [, name = '', text = ''] = /^(\s*[\w.-]+=)?(.*)$/s.exec(part)!;
      return name + hide(text);
    })
    .join(';');

/** Hides credentials. The name of their scheme stays. */
function hideCredentials(value: string, hide: Hide): string {
  const [, scheme = '', text = ''] = /^((?:basic|bearer|digest|negotiate|dpop) +)?(.*)$/is.exec(
    value,
  )!;
  return scheme + hide(text);
}

/** Hides secret parameters of addresses in a text. */
export const hideParameters = (text: string, hide: Hide): string =>
  text.replace(
    /([?&#])([^=?&#\s]+)=([^&#\s"'<>,]+)/g,
    (whole, sign: string, name: string, value) =>
      isSecret(name) ? `${sign}${name}=${hide(value as string)}` : whole,
  );

/** Returns the values of the cookies in a header. */
export function cookieValues(name: string, value: string): string[] {
  const pairs = value.split(';');
  // In a Set-Cookie, the path, the age and so on follow.
  return (/^set-/i.test(name) ? pairs.slice(0, 1) : pairs).map(pair =>
    pair.slice(pair.indexOf('=') + 1).trim(),
  );
}
