import { parentPort, workerData } from 'node:worker_threads'
import { purgeFile } from './purge.ts'

// The thread that rewrites the database: a large one takes a minute, in which requests are answered.

// parse: `sqlite-database.ts` gives the file.
const { file } = workerData as { file: string }
parentPort?.postMessage(purgeFile(file))
