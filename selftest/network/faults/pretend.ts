/** Something answers in place of the service, always the same. */
import { refused, cutShort, type Fault } from '../fault.ts';
import { answer } from '../proxy/answer.ts';
import { always, from } from '../proxy/when.ts';
import { html, say } from '../strikes.ts';

const asHtml = { 'Content-Type': 'text/html; charset=utf-8' };
const portal =
  '<!doctype html><html><head><title>Guest Wi-Fi</title></head><body><form action="/login">Sign in</form></body></html>';

export const pretend: readonly Fault[] = [
  {
    id: 'pretend-204',
    what: 'an empty 204 to everything',
    when: always,
    strike: say({ ...answer(204, 'No Content'), headers: [] }),
    expect: refused(/204/),
  },
  {
    id: 'pretend-empty-200',
    what: 'an empty 200 to everything',
    when: always,
    strike: say({ ...answer(200, 'OK'), headers: [] }),
    expect: refused(/empty|no body|JSON/i),
  },
  {
    id: 'pretend-captive-portal',
    what: 'a page to sign in, with 200, to everything',
    when: always,
    strike: say(answer(200, 'OK', portal, asHtml)),
    expect: refused(/HTML|page|portal/i),
  },
  {
    id: 'pretend-captive-portal-from-100',
    what: 'a page to sign in, with 200: the session of the network has ended',
    when: from(100),
    strike: say(answer(200, 'OK', portal, asHtml)),
    expect: { ...cutShort(), exits: [1, 2, 3], fails: /./ },
  },
  {
    id: 'pretend-empty-object',
    what: 'a 200 with {} to everything',
    when: always,
    strike: say(answer(200, 'OK', '{}')),
    expect: { ...refused(/./), exits: [1, 3], fails: /./, seconds: 40 },
  },
  {
    id: 'pretend-404',
    what: 'the 404 page of a web server to everything: a wrong prefix',
    when: always,
    strike: say(answer(404, 'Not Found', html('404 Not Found'), asHtml)),
    expect: refused(/404|prefix|path/i),
  },
  {
    id: 'pretend-404-json',
    what: 'a 404 in JSON to everything: the prefix of another service',
    when: always,
    strike: say(answer(404, 'Not Found', '{"error":"Not found"}')),
    expect: refused(/404|prefix|path/i),
  },
  {
    id: 'pretend-500',
    what: 'a 500 in the form of the service to everything',
    when: always,
    strike: say(answer(500, 'Internal Server Error', '{"error":"An error occurred"}')),
    expect: { ...refused(/500/), exits: [1, 3], fails: /./, seconds: 40 },
  },
];
