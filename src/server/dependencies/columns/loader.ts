import { runLoader } from '#server/columns/public.ts'
import { dependenciesKind } from './dependencies-kind.ts'

// The thread that loads dependencies.
await runLoader(dependenciesKind)
