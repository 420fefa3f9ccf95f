import { expect, test } from '#test';
import { urlIn } from './schema.ts';

test('an address with letters of Latin-1 is read the same each time', () => {
  const wrong = Array.from({ length: 100_000 }, (_, at) =>
    urlIn(at % 100 === 0 ? 'https://bücher.example/é.png' : `https://a.example/${at}`),
  ).filter(url => url === undefined);
  expect(wrong).toHaveLength(0);
});

test('a text is resolved against its base, and a text that is not an address gives undefined', () => {
  expect(urlIn('/b', 'https://a.example/c')?.href).toBe('https://a.example/b');
  expect(urlIn('/b')).toBeUndefined();
  expect(urlIn('')).toBeUndefined();
});
