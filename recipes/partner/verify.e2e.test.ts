/** Checks that verify.sh accepts only unchanged bundles, signed with both kinds of keys. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '#test';
import { run } from '../../load/k6/go.ts';
import { seal, sha256 } from '../../reports/certificate/signature.ts';
import { predicateType } from '../../reports/certificate/statement.ts';
import { ended, projectFile, start, test } from '../../fixtures/testing/spawned.ts';

const result = '{"verdict":"conformant"}\n';
const statement = JSON.stringify({
  predicateType,
  subject: [{ name: 'result.json', digest: { sha256: sha256(result) } }],
  predicate: {
    result: 'PASSED',
    giftVoucherConformance: { challenge: '7f3a', features: ['wallet'] },
  },
});

const kinds: Readonly<Record<string, () => { publicKey: KeyObject; privateKey: KeyObject }>> = {
  ed25519: () => generateKeyPairSync('ed25519'),
  ecdsa: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};

for (const [kind, generate] of Object.entries(kinds))
  test(`${kind}: a bundle is valid, and altered bundles are not`, async ({ cwd }) => {
    for (const [program, option] of Object.entries({ jq: '--version', openssl: 'version' }))
      test.skip(!(await run(program, [option])).ok, `there is no ${program}`);
    const { publicKey, privateKey } = generate();
    const bundle = join(cwd, 'a bundle');
    mkdirSync(bundle);
    const write = (name: string, content: unknown) =>
      writeFileSync(
        join(bundle, name),
        typeof content === 'string' ? content : JSON.stringify(content),
      );
    const sealed = seal('application/vnd.in-toto+json', Buffer.from(statement), privateKey);
    const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
    writeFileSync(join(cwd, 'own.pub'), pem(publicKey));
    writeFileSync(join(cwd, 'other.pub'), pem(generate().publicKey));
    const verify = (key: string) =>
      ended(
        start('sh', [projectFile('recipes/partner/verify.sh'), bundle, join(cwd, key)], { cwd }),
      );

    write('result.json', result);
    write('attestation.json', sealed);
    const holds = await verify('own.pub');
    expect(holds.code, holds.stderr).toBe(0);
    expect(holds.stdout).toContain('result.json: OK');
    expect(holds.stdout).toContain('"challenge": "7f3a"');
    expect((await verify('other.pub')).code).not.toBe(0);

    write('result.json', result.replace('conformant', 'passed'));
    expect((await verify('own.pub')).code).not.toBe(0);
    write('result.json', result);
    const payload = Buffer.from(statement.replace('7f3a', '7f3b')).toString('base64');
    write('attestation.json', { ...sealed, payload });
    expect((await verify('own.pub')).code).not.toBe(0);

    write('other.json', result);
    const elsewhere = Buffer.from(statement.replace('result.json', 'other.json'));
    write('attestation.json', seal('application/vnd.in-toto+json', elsewhere, privateKey));
    const other = await verify('own.pub');
    expect(other.stderr).toContain('not only about result.json');
    expect(other.code).toBe(1);
    const ofOtherKind = Buffer.from(statement.replace('test-result', 'provenance'));
    write('attestation.json', seal('application/vnd.in-toto+json', ofOtherKind, privateKey));
    expect((await verify('own.pub')).code).toBe(1);
  });
