import { parentPort, workerData } from 'node:worker_threads'
import type { Progress } from '#server/base/thread.ts'
import { buildCopy } from './build-copy.ts'

// The thread that copies an earlier database: a large one takes minutes, during which the service reports the progress.

// parse: passed by `rebuild.ts`.
const { file, copy } = workerData as { file: string; copy: string }
await buildCopy(file, copy, (progress) => parentPort?.postMessage({ progress } satisfies Progress<number>))
parentPort?.postMessage(null)
