/** What was asked of the service and is not answered yet, in the order in which it was asked. */
export interface RequestTracker {
  /** Counts the work as under way until it ends, and gives it back as it is. */
  add: <Result>(work: Promise<Result>) => Promise<Result>
  /** Waits for all that is under way now. Gives whether the newest of it was done, true where there is nothing. */
  settled: () => Promise<boolean>
}

/** Nothing under way yet. */
export function createRequestTracker(): RequestTracker {
  const works = new Set<Promise<unknown>>()
  return {
    add: (work) => {
      works.add(work)
      const end = () => void works.delete(work)
      work.then(end, end)
      return work
    },
    settled: async () => {
      const outcomes = await Promise.allSettled(works)
      return outcomes.at(-1)?.status !== 'rejected'
    },
  }
}
