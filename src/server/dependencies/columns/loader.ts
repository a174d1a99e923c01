import { runLoader } from '#server/columns/run-loader.ts'
import { dependenciesKind } from './dependencies-kind.ts'

// The thread that loads dependencies.
await runLoader(dependenciesKind)
