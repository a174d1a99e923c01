import { parentPort, workerData } from 'node:worker_threads'
import { openSnapshot } from '#server/db/sqlite.ts'
import { makeExport, type Task } from './make.ts'
import { type Said, wordsOf } from './thread.ts'

// The other thread of an export. A hundred thousand components take seconds to write, in which the service would
// answer nobody.

// parse: written by `inThread`.
const { task, file } = workerData as { task: Task; file: string }
const say = (said: Said) => parentPort?.postMessage(said)

try {
  const made = await makeExport(
    task,
    () => openSnapshot(file),
    (read) => say({ read }),
  )
  say({ made })
} catch (error) {
  say({ fault: wordsOf(error) })
}
