import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseAddress } from '#server/db/database.ts'
import { openLoader } from '#server/db/readers.ts'
import { buffersIn } from '#server/thread.ts'
import { readStatusHistory } from './status-history.ts'

// The thread that reads all histories, which takes a second or two for a million.

// parse: `held-past.ts` gives the address.
const { address } = workerData as { address: DatabaseAddress }
const reader = openLoader(address)
const data = await readStatusHistory(reader)
reader.close()
parentPort?.postMessage(data, buffersIn(data))
