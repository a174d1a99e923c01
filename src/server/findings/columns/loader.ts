import { runLoader } from '#server/columns/public.ts'
import { findingsKind } from './findings-kind.ts'

// The thread that loads findings.
await runLoader(findingsKind)
