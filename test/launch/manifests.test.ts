/** Compose files and Kubernetes manifests: containers found by structure, with their environment. */
import { describe, expect, it } from 'vitest';
import { SimError } from '../../src/core/errors.ts';
import { readLaunches } from '../../src/launch/readLaunches.ts';

const shown = (text: string, file = 'm.yaml') =>
  readLaunches(text, file).map(({ name, role, words, variables }) => ({
    name,
    role,
    words: words.map(({ text: word, unknown }) => (unknown === null ? word : `?${word}`)).join(' '),
    variables: Object.fromEntries(variables.map(({ name: variable, text: value, unknown }) => [variable, unknown ?? value])),
  }));

describe('compose', () => {
  const COMPOSE = `
x-common: &common
  image: lmsysorg/sglang:latest
  environment: &env
    SGLANG_OPT_USE_ONLINE_COMPRESS: 1
    HF_TOKEN: \${HF_TOKEN}
services:
  prefill:
    <<: *common
    command: >-
      python3 -m sglang.launch_server --model-path \${MODEL:-deepseek-ai/DeepSeek-V4-Flash}
      --disaggregation-mode prefill --tp \${TP}
  decode:
    image: lmsysorg/sglang:latest
    entrypoint: ["python3", "-m", "sglang.launch_server"]
    environment:
      - SGLANG_DISAGGREGATION_QUEUE_SIZE=8
      - FROM_HOST
    command:
      - --disaggregation-mode
      - decode
      - --tp
      - 4
      - --served-model-name
      - "a b"
  router:
    image: router
    command: python -m sglang_router.launch_router --pd-disaggregation
`;

  it('reads services, merges, lists and strings', () => {
    expect(shown(COMPOSE)).toEqual([
      {
        name: 'prefill',
        role: 'prefill',
        words: `--model-path deepseek-ai/DeepSeek-V4-Flash --disaggregation-mode prefill --tp ?\${TP}`,
        variables: { SGLANG_OPT_USE_ONLINE_COMPRESS: '1', HF_TOKEN: `\${HF_TOKEN}` },
      },
      {
        name: 'decode',
        role: 'decode',
        words: '--disaggregation-mode decode --tp 4 --served-model-name a b',
        variables: { SGLANG_DISAGGREGATION_QUEUE_SIZE: '8', FROM_HOST: '$FROM_HOST' },
      },
    ]);
  });

  it('points into the file', () => {
    const [prefill, decode] = readLaunches(COMPOSE, 'm.yaml');
    const place = (launch: typeof prefill, text: string) => launch?.words.find((word) => word.text === text)?.where;
    expect(place(prefill, '--tp')).toEqual({ file: 'm.yaml', line: 12, column: 37 });
    expect(place(decode, 'a b')).toMatchObject({ line: 25, column: 10 });
  });

  it('leaves $$ to the shell inside, which has the service’s variables', () => {
    const text = 'services:\n  d:\n    environment: {TP: "8"}\n    command: bash -c "sglang serve --tp $$TP --dp $TP"\n';
    expect(shown(text)[0]?.words).toBe('--tp 8 --dp ?$TP');
  });
});

describe('Kubernetes', () => {
  const MANIFEST = `apiVersion: v1
kind: ConfigMap
data:
  note: nothing
---
apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
spec:
  leaderWorkerTemplate:
    leaderTemplate:
      spec:
        containers:
          - name: sglang-prefill
            image: lmsysorg/sglang:latest
            env:
              - name: SGLANG_DSV4_COMPRESS_STATE_DTYPE
                value: bf16
              - name: TP
                value: "8"
              - name: HF_TOKEN
                valueFrom: {secretKeyRef: {name: hf, key: token}}
            command:
              - python3
              - -m
              - sglang.launch_server
            args: [--disaggregation-mode, prefill, --tp-size, $(TP), --node-rank, $(LWS_WORKER_INDEX)]
---
apiVersion: apps/v1
kind: Deployment
spec:
  template:
    spec:
      initContainers:
        - {name: wait, command: [sh, -c, "sleep 1"]}
      containers:
        - name: decode
          command: ["bash", "-c"]
          args:
            - |
              export SGLANG_OPT_USE_ONLINE_COMPRESS=1
              exec sglang serve \\
                --disaggregation-mode decode --tp 4
`;

  it('reads containers of any kind of resource, in file order', () => {
    expect(shown(MANIFEST)).toEqual([
      {
        name: 'sglang-prefill',
        role: 'prefill',
        words: '--disaggregation-mode prefill --tp-size 8 --node-rank ?$(LWS_WORKER_INDEX)',
        variables: { SGLANG_DSV4_COMPRESS_STATE_DTYPE: 'bf16', TP: '8', HF_TOKEN: '$HF_TOKEN' },
      },
      { name: 'decode', role: 'decode', words: '--disaggregation-mode decode --tp 4', variables: { SGLANG_OPT_USE_ONLINE_COMPRESS: '1' } },
    ]);
  });

  it('points into a block of script', () => {
    const decode = readLaunches(MANIFEST, 'm.yaml')[1];
    expect(decode?.words.map(({ where }) => [where.line, where.column])).toEqual([
      [42, 17],
      [42, 39],
      [42, 46],
      [42, 51],
    ]);
  });

  it('takes arguments alone, as an image with its own command has them', () => {
    const text = 'kind: Pod\nspec:\n  containers:\n  - name: p\n    args: ["--model-path", "/models/DeepSeek-V4-Pro", "--tp=8"]\n';
    expect(shown(text)[0]?.words).toBe('--model-path /models/DeepSeek-V4-Pro --tp=8');
  });

  it('reads scripts in config maps, and JSON', () => {
    expect(shown('kind: ConfigMap\ndata:\n  run.sh: |\n    #!/bin/sh\n    sglang serve --tp 2\n')[0]).toMatchObject({ name: 'run.sh', words: '--tp 2' });
    expect(shown('{"kind": "Pod", "spec": {"containers": [{"command": ["sglang", "serve", "--tp", "2"]}]}}', 'pod.json')[0]?.words).toBe('--tp 2');
  });
});

describe('bad files', () => {
  it('are refused at their place', () => {
    expect(() => readLaunches('a: [1, 2\nb: c', 'bad.yaml')).toThrow(/^bad\.yaml:\d+:\d+: this is not YAML/);
    expect(() => readLaunches('['.repeat(5000), 'deep.yaml')).toThrow(SimError);
  });

  it('do not grow by aliases', () => {
    const bomb = ['a0: &a0 [x, x]', ...Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)].join('\n');
    expect(readLaunches(bomb, 'bomb.yaml')).toEqual([]);
  });
});

describe('aliases', () => {
  const start = (side: string) => `command: python3 -m sglang.launch_server --model-path dsv4-mini --disaggregation-mode ${side}`;

  it('that lead back into a start, or repeat one, are read once, and told', () => {
    const launches = readLaunches(`services:\n  p: &p\n    ${start('prefill')}\n    x-again: *p\n  q: *p\n  d:\n    ${start('decode')}\n`, 'm.yaml');
    expect(launches.map(({ name, role }) => [name, role])).toEqual([
      ['p', 'prefill'],
      ['d', 'decode'],
    ]);
    expect(launches[0]?.problems).toMatchObject([{ what: expect.stringContaining('aliases (*) repeat this start'), where: { line: 3 } }]);
  });

  it('of parts that services share are no repeated starts', () => {
    const launches = readLaunches(
      `x-env: &env {A: "1"}\nservices:\n  p: {environment: *env, ${start('prefill')}}\n  d: {environment: *env, ${start('decode')}}\n`,
      'm.yaml',
    );
    expect(launches.map(({ variables, problems }) => [variables.length, problems])).toEqual([
      [1, []],
      [1, []],
    ]);
  });

  it('that multiply starts end, and what is not read is told', () => {
    const services = Array.from({ length: 40 }, (_, i) => `  s${i}:\n    ${start('decode')}\n`).join('');
    const launches = readLaunches(`services:\n${services}`, 'm.yaml');
    expect(launches).toHaveLength(32);
    expect(launches[0]?.problems).toMatchObject([{ what: expect.stringContaining('this file holds more than is read') }]);
  });
});
