import { type MessagePort, parentPort } from 'node:worker_threads'
import { readChangeNumber } from '#server/columns/public.ts'
import { openSnapshot } from '#server/db/readers.ts'
import type { ExportRequest, ThreadMessage, ThreadRequest } from './export-thread.ts'
import { writeExport } from './writers.ts'

// The other thread of exports of findings. A million of them take half a minute to write, in which every request would
// wait for a page of them. It writes all that are asked for, each over a port of its own, in turn.

const openPorts = new Set<MessagePort>()

parentPort?.on('message', (request: ThreadRequest) => {
  if (request === 'end') closePorts()
  else void serve(request)
})

/** Nothing is left then that it could wait for, so it ends. */
function closePorts() {
  parentPort?.close()
  for (const port of openPorts) port.close()
}

/** Says what it sees, takes the ids, and then answers each further message with the next piece. */
async function serve({ address, kind, port }: ExportRequest) {
  openPorts.add(port)
  port.once('close', () => openPorts.delete(port))
  const postMessage = (message: ThreadMessage, transferred: ArrayBuffer[] = []) =>
    port.postMessage(message, transferred)
  try {
    const snapshot = openSnapshot(address)
    // Whoever no longer wants it closes the port.
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
