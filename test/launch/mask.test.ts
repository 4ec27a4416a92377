/** No secret in any output, wherever it stands. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toEngineConfig } from '../../src/launch/engineFromSettings.ts';
import { FLAGS } from '../../src/launch/flags.ts';
import { isSecretName, MASK, maskText, maskValue } from '../../src/launch/mask.ts';
import { OTHER_FLAGS } from '../../src/launch/otherFlags.ts';
import { readLaunches } from '../../src/launch/readLaunches.ts';
import { resolveLaunch } from '../../src/launch/settings.ts';
import { VARIABLES } from '../../src/launch/variables.ts';

const SEED = 20260822;
const SECRET = 'Xq7vT2mKd9';

describe('names', () => {
  it.each([
    '--api-key',
    '--api-k',
    '--ssl-keyfile-p',
    '--admin-api-key',
    '--hf-token',
    'HF_TOKEN',
    'OPENAI_API_KEY',
    'AWS_SECRET_ACCESS_KEY',
    'DB_PASSWORD',
    '--ssl-keyfile-password',
    'MY_CREDENTIALS',
  ])('%s is secret', (name) => {
    expect(maskValue(name, SECRET)).toBe(MASK);
  });

  it('of the tables are secret only where they carry keys', () => {
    const names = [...FLAGS.flatMap((flag) => flag.names), ...OTHER_FLAGS.keys(), ...VARIABLES.map(({ name }) => name)];
    expect(names.filter(isSecretName).sort()).toEqual(['--admin-api-key', '--api-key', '--ssl-keyfile-password']);
  });

  it('of counts show', () => {
    expect(maskValue('--max-total-tokens', '65536')).toBe('65536');
    expect(maskValue('TOKENIZERS_PARALLELISM', 'false')).toBe('false');
  });
});

describe('texts', () => {
  it.each([
    `--api-key ${SECRET}`,
    `--api-key=${SECRET}`,
    `--api-key '${SECRET} two'`,
    `--api-key "${SECRET} two"`,
    `["--api-key", "${SECRET}"]`,
    `['--hf-token','${SECRET}']`,
    `HF_TOKEN=${SECRET} sglang serve`,
    `export HF_TOKEN="${SECRET} two"`,
    `HF_TOKEN: ${SECRET}`,
    `- name: HF_TOKEN\n  value: "${SECRET}"`,
    `{"api_key": "${SECRET}"}`,
    `{'token': '${SECRET}'}`,
    `https://user:${SECRET}@host/path`,
    `https://host/path?access_token=${SECRET}&x=1`,
    `-H "Authorization: Bearer ${SECRET}"`,
    `hf_${SECRET}${SECRET}`,
    `sk-${SECRET}${SECRET}`,
    `ghp_${SECRET}${SECRET}`,
    `eyJ${SECRET}.${SECRET}.${SECRET}`,
    `pwd=${SECRET}`,
    `Cookie: session=${SECRET}`,
    `-----BEGIN RSA PRIVATE KEY-----\n${SECRET}+${SECRET}/${SECRET}==\n-----END RSA PRIVATE KEY-----`,
  ])('%s', (text) => {
    const masked = maskText(text);
    expect(masked).toContain(MASK);
    expect(masked).not.toContain(SECRET);
    expect(masked).not.toContain('two');
  });

  it('without secrets stay as they are', () => {
    const text = 'python3 -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V4-Flash --max-total-tokens 65536 --tokenizer-path /a --num-draft-tokens 4';
    expect(maskText(text)).toBe(text);
  });

  it('are masked in time that grows with their length', () => {
    for (const piece of ['--api-key', 'token=', 'eyJa.', 'http://a:', 'name: token ', '_-_-key', 'bearer ', '"']) {
      const start = performance.now();
      maskText(piece.repeat(Math.floor(100_000 / piece.length)));
      expect(performance.now() - start, piece).toBeLessThan(2000);
    }
  });
});

describe('a launch', () => {
  const places: readonly ((secret: string) => string)[] = [
    (s) => `sglang serve --api-key ${s}`,
    (s) => `sglang serve --api-key=${s} --tp ${s}`.replace(`--tp ${s}`, '--tp 4'),
    (s) => `sglang serve --admin-api-key "${s}"`,
    (s) => `HF_TOKEN='${s}' sglang serve`,
    (s) => `export MY_SECRET=${s}\nsglang serve`,
    (s) => `SGLANG_FUTURE_KEY=${s} sglang serve`,
    (s) => `sglang serve --future-token ${s}`,
    (s) => `sglang serve --log-requests-target http://u:${s}@h https://h?token=${s}`,
    (s) => `sglang serve --kv-events-config '{"password": "${s}"}'`,
    (s) => `bash -c "sglang serve --api-key ${s}"`,
    (s) => `services:\n  a:\n    command: ["sglang", "serve", "--api-key", "${s}"]\n    environment: {HF_TOKEN: ${s}}\n`,
  ];

  it('shows no secret among settings, accepted words, problems and findings', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{9,30}$/), (place, secret) => {
        const launches = readLaunches(place(secret), 'cmd');
        expect(launches).toHaveLength(1);
        for (const launch of launches) {
          const resolved = resolveLaunch(launch);
          const { extra, unknown } = toEngineConfig(resolved);
          expect(JSON.stringify([resolved.settings, resolved.accepted, resolved.problems, resolved.findings, extra, unknown])).not.toContain(secret);
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});
