import { type MessagePort, parentPort } from 'node:worker_threads'
import { readChangeNumber } from '#server/columns/change-number.ts'
import { openSnapshot } from '#server/db/readers.ts'
import type { ExportRequest, ThreadMessage, ThreadRequest } from './export-thread.ts'
import { writeExport } from './writers.ts'

// The thread that writes exports of findings. Writing a million findings takes half a minute, in which every request
// would wait for a page. The thread writes all running exports in turn, each over its own port.

const openPorts = new Set<MessagePort>()

parentPort?.on('message', (request: ThreadRequest) => {
  if (request === 'end') closePorts()
  else void serve(request)
})

/** After this the thread has nothing left to wait for, so it exits. */
function closePorts() {
  parentPort?.close()
  for (const port of openPorts) port.close()
}

/** Reports the data version, receives the ids, and answers each further message with the next chunk. */
async function serve({ address, kind, port }: ExportRequest) {
  openPorts.add(port)
  port.once('close', () => openPorts.delete(port))
  const postMessage = (message: ThreadMessage, transferred: ArrayBuffer[] = []) =>
    port.postMessage(message, transferred)
  try {
    const snapshot = await openSnapshot(address)
    // The main thread closes the port when it no longer needs the export.
    port.once('close', () => snapshot.close())
    postMessage({ changeNumber: await readChangeNumber(snapshot.read, kind.deploymentId) })
    const pieces = writeExport(snapshot, kind, await idsFrom(port))
    port.on('message', async () => {
      try {
        const { value: piece } = await pieces.next()
        if (piece) postMessage({ piece }, [piece.buffer])
        else postMessage({ ended: true })
      } catch (error) {
        postMessage({ fault: errorMessage(error) })
      }
    })
  } catch (error) {
    postMessage({ fault: errorMessage(error) })
  }
}

function idsFrom(port: MessagePort): Promise<Int32Array> {
  return new Promise((resolve) => port.once('message', resolve))
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
