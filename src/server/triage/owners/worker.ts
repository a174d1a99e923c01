import { parentPort, workerData } from 'node:worker_threads'
import { matcherOf, StepBudget, TooManySteps } from './codeowners-matcher.ts'
import type { ThreadMatches, ThreadRequest } from './thread-messages.ts'

// The thread that matches paths with a CODEOWNERS file, as long as their limit allows.

function ownersOf({ content, paths, limit }: ThreadRequest): ThreadMatches {
  const budget = new StepBudget(limit)
  const placesByOwner = new Map<string, number>()
  const ofPaths = new Int32Array(paths.length).fill(-1)
  try {
    const matcher = matcherOf(content, budget)
    for (const [at, path] of paths.entries()) {
      const owner = matcher.lineOf(path)?.owners[0]
      if (owner === undefined) continue
      const place = placesByOwner.get(owner) ?? placesByOwner.size
      placesByOwner.set(owner, place)
      ofPaths[at] = place
    }
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error
    return { steps: budget.taken, owners: null, ofPaths: new Int32Array(0) }
  }
  return { steps: budget.taken, owners: [...placesByOwner.keys()], ofPaths }
}

// parse: passed by `match-paths.ts`.
parentPort?.postMessage(ownersOf(workerData as ThreadRequest))
