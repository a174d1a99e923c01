import type { CoreFeatures } from '@tanstack/react-table'

const unused = () => {
  throw new Error('this table keeps no state')
}

/**
 * The library's bindings for a table without state of its own: sort, filter and page stand in the address, and what is
 * read here follows from the options. `useTable` brings a store, its subscriptions and a selector for what is not there.
 */
export const stateless: NonNullable<CoreFeatures['coreReactivityFeature']> = {
  createOptionsStore: false,
  wrapExternalAtoms: false,
  createReadonlyAtom: (read) => ({ get: read, subscribe: unused }),
  createWritableAtom: unused,
  addSubscription: unused,
  untrack: (read) => read(),
  batch: (work) => work(),
  schedule: (work) => queueMicrotask(work),
}
