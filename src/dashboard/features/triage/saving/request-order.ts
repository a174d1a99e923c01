/** The pending requests, in the order in which they were sent. */
export interface RequestTracker {
  /** Tracks a promise until it settles, and returns it unchanged. */
  add: <Result>(work: Promise<Result>) => Promise<Result>
  /** Waits for all pending requests. Returns whether the newest one succeeded; true if there is none. */
  settled: () => Promise<boolean>
}

/** Creates a tracker without pending requests. */
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
