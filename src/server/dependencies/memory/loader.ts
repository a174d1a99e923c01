import { parentPort, workerData } from 'node:worker_threads'
import { openAside } from '#server/db/aside.ts'
import { buffersIn } from '#server/thread.ts'
import { loadColumns } from './load.ts'

// The thread that reads all dependencies. Five million of them take seconds, and leave more behind than they are.

// parse: `memory.ts` gives the file.
const { file } = workerData as { file: string }
const connection = openAside(file)
const parts = (await loadColumns(connection, async () => undefined)).parts()
connection.close()
parentPort?.postMessage(parts, buffersIn(parts))
