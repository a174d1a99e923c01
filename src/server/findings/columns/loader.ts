import { runLoader } from '#server/columns/run-loader.ts'
import { findingsKind } from './findings-kind.ts'

// The thread that loads findings.
await runLoader(findingsKind)
