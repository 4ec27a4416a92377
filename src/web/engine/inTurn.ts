/** @file Work done one piece after the other, in the order in which it is asked for. */

/** Makes a queue of its own. What it gives runs a piece of work when all before it has ended, well or not, and tells only its own caller how it ended. */
export function oneAfterTheOther(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
