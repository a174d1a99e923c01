import { parentPort } from 'node:worker_threads'

import { openSnapshot } from '#server/db/readers.ts'
import { createExport } from './create-export.ts'
import { errorMessage, type ThreadMessage, type ThreadRequest } from './export-thread.ts'

// The thread for exports, which processes one after another. Writing a hundred thousand components takes seconds,
// during which the service could not respond.

const postMessage = (message: ThreadMessage) => parentPort?.postMessage(message)

parentPort?.on('message', async ({ address, task }: ThreadRequest) => {
  try {
    const created = await createExport(
      task,
      () => openSnapshot(address),
      (read) => postMessage({ read }),
    )
    postMessage({ made: created })
  } catch (error) {
    postMessage({ fault: errorMessage(error) })
  }
})
