import { runLoader } from '#server/columns/public.ts'
import { historyKind } from './history-kind.ts'

// The thread that loads status histories.
await runLoader(historyKind)
