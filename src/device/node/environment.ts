/** @file Environment variables that drivers read, set for as long as one call and no longer: children and later calls must not inherit them. */

/** Variables to set; undefined unsets. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Runs `work` with the variables set in this process, and puts back what was there before. */
export async function withEnvironment<T>(environment: Environment, work: () => Promise<T>): Promise<T> {
  const names = Object.keys(environment);
  const before = names.map((name) => process.env[name]);
  const put = (name: string, value: string | undefined) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  for (const name of names) put(name, environment[name]);
  try {
    return await work();
  } finally {
    names.forEach((name, i) => {
      put(name, before[i]);
    });
  }
}
