/** @file Names of views, apart from the views themselves: a page's state has one in it, and views import the state. */

const VIEW_IDS = ['playground', 'pools', 'transfer', 'lessons', 'reports'] as const;
/** Id of a view; stands in links. */
export type ViewId = (typeof VIEW_IDS)[number];

/** Whether a value from outside names a view. */
export function isViewId(value: unknown): value is ViewId {
  return (VIEW_IDS as readonly unknown[]).includes(value);
}
