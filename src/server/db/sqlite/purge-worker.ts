import { parentPort, workerData } from 'node:worker_threads'
import { purgeFile } from './purge.ts'

// The thread that rewrites the database: a large one takes a minute, during which requests are answered.

// parse: passed by `sqlite-database.ts`.
const { file } = workerData as { file: string }
parentPort?.postMessage(purgeFile(file))
