import { parentPort, workerData } from 'node:worker_threads'
import { scrubFile } from './scrub.ts'

// The thread that rewrites the database: a large one takes a minute, in which requests are answered.

// parse: `database.ts` gives the file.
const { file } = workerData as { file: string }
parentPort?.postMessage(scrubFile(file))
