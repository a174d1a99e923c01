import { type MessagePort, parentPort } from 'node:worker_threads'
import { openSnapshot } from '#server/db/readers.ts'
import { changeNumberOf } from './change-number.ts'
import type { Asked, AskedExport, Said } from './export-thread.ts'
import { written } from './writers.ts'

// The other thread of exports of findings. A million of them take half a minute to write, in which every request would
// wait for a page of them. It writes all that are asked for, each over a port of its own, in turn.

const ports = new Set<MessagePort>()

parentPort?.on('message', (asked: Asked) => {
  if (asked === 'end') end()
  else void serve(asked)
})

/** Nothing is left then that it could wait for, so it ends. */
function end() {
  parentPort?.close()
  for (const port of ports) port.close()
}

/** Says what it sees, takes the ids, and then answers each further message with the next piece. */
async function serve({ address, deploymentId, kind, port }: AskedExport) {
  ports.add(port)
  port.once('close', () => ports.delete(port))
  const say = (said: Said, handed: ArrayBuffer[] = []) => port.postMessage(said, handed)
  try {
    const snapshot = openSnapshot(address)
    // Whoever no longer wants it closes the port.
    port.once('close', () => snapshot.close())
    say({ changeNumber: await changeNumberOf(snapshot.read, deploymentId) })
    const pieces = written(snapshot, kind, await idsFrom(port))
    port.on('message', async () => {
      try {
        const { value: piece } = await pieces.next()
        if (piece) say({ piece }, [piece.buffer])
        else say({ ended: true })
      } catch (error) {
        say({ fault: wordsOf(error) })
      }
    })
  } catch (error) {
    say({ fault: wordsOf(error) })
  }
}

function idsFrom(port: MessagePort): Promise<Int32Array> {
  return new Promise((resolve) => port.once('message', resolve))
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
