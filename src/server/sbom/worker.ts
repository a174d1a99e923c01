import { parentPort } from 'node:worker_threads'
import { openSnapshot } from '#server/db/readers.ts'
import { makeExport } from './make.ts'
import { type Asked, type Said, wordsOf } from './writing-thread.ts'

// The other thread of exports, which it is given one after another. A hundred thousand components take seconds to
// write, in which the service would answer nobody.

const say = (said: Said) => parentPort?.postMessage(said)

parentPort?.on('message', async ({ address, task }: Asked) => {
  try {
    const made = await makeExport(
      task,
      () => openSnapshot(address),
      (read) => say({ read }),
    )
    say({ made })
  } catch (error) {
    say({ fault: wordsOf(error) })
  }
})
