import { runLoader } from '#server/columns/run-loader.ts'
import { historyKind } from './history-kind.ts'

// The thread that loads status histories.
await runLoader(historyKind)
