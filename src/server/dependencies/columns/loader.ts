import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseAddress } from '#server/db/database.ts'
import { openLoader } from '#server/db/readers.ts'
import { buffersIn } from '#server/thread.ts'
import { loadColumns } from './load.ts'

// The thread that reads all dependencies. Five million of them take seconds, and leave more behind than they are.

// parse: `memory.ts` gives the address.
const { address } = workerData as { address: DatabaseAddress }
const reader = openLoader(address)
const data = (await loadColumns(reader, async () => undefined)).parts()
reader.close()
parentPort?.postMessage(data, buffersIn(data))
