import { X509Certificate } from 'node:crypto';
import { expect, test } from '#test';
import { certificate } from './certificate.ts';

test('a certificate is valid for the names that were wanted, and another one has expired', () => {
  const names = 'IP:127.0.0.1';
  const valid = new X509Certificate(certificate({ names }).cert);
  expect(valid.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(Date.parse(valid.validTo)).toBeGreaterThan(Date.now());
  const expired = new X509Certificate(certificate({ names, expired: true }).cert);
  expect(Date.parse(expired.validTo)).toBeLessThan(Date.now());
  expect(expired.verify(expired.publicKey)).toBe(true);
});
