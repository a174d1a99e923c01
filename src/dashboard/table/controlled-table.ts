import type { CoreFeatures } from '@tanstack/react-table'

const failOnState = () => {
  throw new Error('this table keeps no state')
}

/**
 * The library's bindings for a table without its own state: sort, filter and page are in the URL, and everything read
 * here derives from the options. `useTable` would add a store, subscriptions and a selector for state that does not
 * exist.
 */
export const controlledTable: NonNullable<CoreFeatures['coreReactivityFeature']> = {
  createOptionsStore: false,
  wrapExternalAtoms: false,
  createReadonlyAtom: (read) => ({ get: read, subscribe: failOnState }),
  createWritableAtom: failOnState,
  addSubscription: failOnState,
  untrack: (read) => read(),
  batch: (work) => work(),
  schedule: (work) => queueMicrotask(work),
}
