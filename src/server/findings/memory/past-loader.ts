import { parentPort, workerData } from 'node:worker_threads'
import { openAside } from '#server/db/aside.ts'
import { buffersIn } from '#server/thread.ts'
import { readPast } from './past.ts'

// The thread that reads all histories, which takes a second or two for a million.

// parse: `held-past.ts` gives the file.
const { file } = workerData as { file: string }
const connection = openAside(file)
const parts = readPast(connection)
connection.close()
parentPort?.postMessage(parts, buffersIn(parts))
