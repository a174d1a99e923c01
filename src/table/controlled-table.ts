import type { CoreFeatures } from '@tanstack/react-table'

const failOnState = () => {
  throw new Error('this table keeps no state')
}

/**
 * The library's bindings for a table without state of its own: sort, filter and page stand in the URL, and what is
 * read here follows from the options. `useTable` brings a store, its subscriptions and a selector for what is not there.
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
