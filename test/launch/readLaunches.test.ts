/** Launch lines and scripts: what is found, where it stands, and what stays unknown. */
import { describe, expect, it } from 'vitest';
import { SimError } from '../../src/core/errors.ts';
import { pickLaunch } from '../../src/launch/pickLaunch.ts';
import { readLaunches } from '../../src/launch/readLaunches.ts';

/** Texts of the arguments of the one server that a text starts. */
function words(text: string): string[] {
  const launches = readLaunches(text, 'start.sh');
  expect(launches).toHaveLength(1);
  return launches.flatMap((launch) => launch.words.map(({ text: word }) => word));
}

function only(text: string, file = 'start.sh') {
  const [launch, second] = readLaunches(text, file);
  if (launch === undefined || second !== undefined) throw new Error('one launch was to be found');
  return launch;
}

describe('words of a launch line', () => {
  it('loses quotes, escapes, continuations and comments as a shell does', () => {
    expect(words(`sglang serve --a 'b  c' --d="e f" --g h\\ i \\\n  --j $'k\\tl' --m "n\\"o\\$p" # --not this`)).toEqual([
      '--a',
      'b  c',
      '--d=e f',
      '--g',
      'h i',
      '--j',
      'k\tl',
      '--m',
      'n"o$p',
    ]);
  });

  it('takes continuation lines with carriage returns', () => {
    expect(words('sglang serve \\\r\n  --tp 4 \\\r\n  --pp 2\r\n')).toEqual(['--tp', '4', '--pp', '2']);
  });

  it('ends at an operator and leaves redirections and here-documents out', () => {
    expect(words('sglang serve --tp 4 > out.log 2>&1 <<< x & echo --no')).toEqual(['--tp', '4']);
    expect(words('sglang serve --tp 4 2> >(tee err) | tee log')).toEqual(['--tp', '4']);
    expect(words('cat <<EOF\nnothing here\nEOF\nsglang serve --tp 4; ls')).toEqual(['--tp', '4']);
  });

  it('keeps an empty word that is quoted', () => {
    expect(words(`sglang serve --a "" --b ''`)).toEqual(['--a', '', '--b', '']);
  });

  it('knows where each word stands', () => {
    const launch = only('A=1 sglang serve \\\n  --tp 4 --name "x y"');
    expect(launch.words.map(({ text, where }) => [text, where.line, where.column])).toEqual([
      ['--tp', 2, 3],
      ['4', 2, 8],
      ['--name', 2, 10],
      ['x y', 2, 18],
    ]);
    expect(launch.variables).toEqual([{ name: 'A', text: '1', unknown: null, where: { file: 'start.sh', line: 1, column: 1 } }]);
  });
});

describe('finding the server', () => {
  it.each([
    'python -m sglang.launch_server --tp 4',
    'python3 -u -m sglang.launch_server --tp 4',
    'python3.12 -m sglang serve --tp 4',
    'sglang serve --tp 4',
    '/opt/venv/bin/sglang serve --tp 4',
    'python /sgl-workspace/sglang/python/sglang/launch_server.py --tp 4',
    'nohup python -m sglang.launch_server --tp 4',
    'exec numactl --cpunodebind=0 --membind 0 python -m sglang.launch_server --tp 4',
    'srun --nodes 1 --export=ALL,A=1 python -m sglang.launch_server --tp 4',
    'mpirun -np 1 -x A=1 python -m sglang.launch_server --tp 4',
    'docker run --gpus all -e A=1 lmsysorg/sglang:latest python3 -m sglang.launch_server --tp 4',
    `bash -c "python -m sglang.launch_server --tp 4"`,
    `ssh host "docker exec c bash -lc 'python -m sglang.launch_server --tp 4'"`,
    'srun bash <<EOF\npython -m sglang.launch_server --tp 4\nEOF',
    'if true; then python -m sglang.launch_server --tp 4; fi',
    '(cd /x && python -m sglang.launch_server --tp 4)',
    '--tp 4',
  ])('in %s', (line) => {
    expect(words(line)).toEqual(['--tp', '4']);
  });

  it('is not misled by commands that only name it', () => {
    expect(readLaunches('pkill -f "python -m sglang.launch_server"; echo "sglang serve --tp 4"', 'stop.sh')).toEqual([]);
    expect(readLaunches('# python -m sglang.launch_server --tp 4', 'x.sh')).toEqual([]);
    expect(readLaunches('', 'x')).toEqual([]);
  });

  it('says where a nested script’s words stand', () => {
    const launch = only(`docker run i bash -c "exec sglang serve \\\n --tp 4"`);
    expect(launch.words.map(({ where }) => [where.line, where.column])).toEqual([
      [2, 2],
      [2, 7],
    ]);
  });
});

describe('variables', () => {
  const environment = (text: string) => Object.fromEntries(only(text).variables.map(({ name, text: value, unknown }) => [name, unknown ?? value]));

  it('reach the server when exported, or set in front of it, or by env', () => {
    expect(environment('export A=1 B="x y"\nC=3\nexport C\nD=4 env E=5 sglang serve')).toEqual({ A: '1', B: 'x y', C: '3', D: '4', E: '5' });
    expect(environment('set -a\nA=1\nsglang serve')).toEqual({ A: '1' });
    expect(environment('export A=1\nunset A\nsglang serve')).toEqual({});
  });

  it('do not reach it otherwise, which is said', () => {
    const launch = only('SGLANG_OPT_USE_ONLINE_COMPRESS=1\nsglang serve');
    expect(launch.variables).toEqual([]);
    expect(launch.problems.map(({ code, where }) => [code, where.line])).toEqual([['not-exported', 1]]);
  });

  it('do not enter a container by themselves', () => {
    expect(environment('export A=1 B=2\ndocker run -e B -e C=3 --env=D=4 i sglang serve')).toEqual({ B: '2', C: '3', D: '4' });
  });

  it('resolve from the file alone', () => {
    expect(words(`TP=4\nsglang serve --tp $TP --dp \${DP:-2} --n "\${TP}x" --m \${TP:+set}`)).toEqual(['--tp', '4', '--dp', '2', '--n', '4x', '--m', 'set']);
  });

  it('split where unquoted, and spread as arrays', () => {
    expect(words('ARGS="--tp 4  --pp 2"\nsglang serve $ARGS')).toEqual(['--tp', '4', '--pp', '2']);
    expect(words(`CMD=(sglang serve --a "b c")\nCMD+=(--tp 4)\n"\${CMD[@]}" --x`)).toEqual(['--a', 'b c', '--tp', '4', '--x']);
    expect(words('A=--tp\nA+=" 4"\nsglang serve $A')).toEqual(['--tp', '4']);
  });

  it('point at where a value is written', () => {
    expect(only('ARGS="--tp 4"\nsglang serve $ARGS').words[1]?.where).toMatchObject({ line: 1, column: 12 });
  });

  it.each([
    ['an unset one', 'sglang serve --tp $TP', '$TP'],
    ['a command', 'sglang serve --tp $(nvidia-smi -L | wc -l)', '$(nvidia-smi -L | wc -l)'],
    ['backticks', 'sglang serve --tp `nproc`', '`nproc`'],
    ['arithmetic', 'sglang serve --tp $((2 * 4))', '$((2 * 4))'],
    ['a positional parameter', 'sglang serve --tp $1', '$1'],
    ['a pattern', `A=8x\nsglang serve --tp \${A%x}`, `\${A%x}`],
    ['one set in a branch', 'if [ "$1" ]; then TP=4; else TP=8; fi\nsglang serve --tp $TP', '$TP'],
    ['one set on a condition', '[ "$1" ] && TP=4\nsglang serve --tp $TP', '$TP'],
    ['a loop’s', 'for TP in 2 4; do sglang serve --tp $TP; done', '$TP'],
  ])('are unknown: %s', (_what, text, unknown) => {
    const word = only(text).words[1];
    expect(word?.unknown).toBe(unknown);
  });

  it('are known inside the branch that sets them', () => {
    const launches = readLaunches(
      'case $1 in\n prefill) R=prefill; sglang serve --disaggregation-mode $R ;;\n decode) R=decode; sglang serve --disaggregation-mode $R ;;\nesac',
      'x.sh',
    );
    expect(launches.map(({ role }) => role)).toEqual(['prefill', 'decode']);
  });
});

describe('remarks', () => {
  it('tell of a quote without end, a sourced file, and flags that a comment cut off', () => {
    const codes = (text: string) => only(text).problems.map(({ code, where }) => [code, where.line]);
    expect(codes('sglang serve --a "b')).toEqual([['shell', 1]]);
    expect(codes('source env.sh\nsglang serve')).toEqual([['file-not-read', 1]]);
    expect(codes('sglang serve --tp 4 \\\n  # --pp 2 \\\n  --dp 2')).toEqual([['shell', 3]]);
  });

  it('refuse a text that is too large', () => {
    expect(() => readLaunches(' '.repeat(1_000_001), 'x')).toThrow(SimError);
  });
});

describe('picking a side', () => {
  const both = 'sglang serve --disaggregation-mode prefill --tp 2 &\nsglang serve --disaggregation-mode=decode --tp 4';

  it('goes by the mode', () => {
    const launches = readLaunches(both, 'both.sh');
    expect(pickLaunch(launches, 'prefill', 'both.sh').words[3]?.text).toBe('2');
    expect(pickLaunch(launches, 'decode', 'both.sh').words[2]?.text).toBe('4');
  });

  it('takes a single start without a mode for either side', () => {
    expect(pickLaunch(readLaunches('sglang serve', 'x'), 'decode', 'x').role).toBeNull();
  });

  it('refuses none, the wrong one, and several', () => {
    const message = (text: string) => {
      try {
        pickLaunch(readLaunches(text, 'x.sh'), 'prefill', 'x.sh');
      } catch (error) {
        if (error instanceof SimError) return error.message;
      }
      return null;
    };
    expect(message('ls')).toContain('no start of an SGLang server is found here');
    expect(message('sglang serve --disaggregation-mode decode')).toContain('no prefill server is started here');
    expect(message(`${both}\n${both}`)).toContain('several prefill servers are started here');
  });
});
