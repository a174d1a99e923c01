import { openFilesLimit } from '../status/open-files.ts'
import { memoryLimit } from '../status/routes.ts'
import { type Check, failed, formatBytes, ok, type Result, skipped, warning } from './check.ts'

/** 1,000 connections, and files of the database, exports and uploads. */
const enoughFiles = 4_096
const leastFiles = 1_200

/** Whether the process may open enough files and connections. */
export const openFilesCheck: Check = {
  id: 'open-files',
  title: 'Open files',
  run: ({ service }) => openFilesResult(service ? service.status.openFilesLimit : openFilesLimit()),
}

/** @param limit null if it is not known. */
export function openFilesResult(limit: number | null): Result {
  if (limit === null) return skipped('The system does not say how many files may be open, or has no limit.')
  const text = `${limit} files and connections may be open.`
  const raise =
    'Raise the limit: LimitNOFILE=65536 in the systemd unit, --ulimit nofile=65536 for a container, or "ulimit -n 65536".'
  if (limit < leastFiles) return failed(`${text} The service accepts 1,000 connections.`, raise)
  return limit < enoughFiles ? warning(text, raise) : ok(text)
}

const leastMemory = 512_000_000

/** Whether there is enough memory. */
export const memoryCheck: Check = {
  id: 'memory',
  title: 'Memory',
  run: ({ service }) => memoryResult(service ? service.status.memory : { used: null, limit: memoryLimit() }),
}

/** @param memory.used null if no service runs. */
export function memoryResult({ used, limit }: { used: number | null; limit: number }): Result {
  const more = 'Give the machine or the container more memory.'
  if (limit < leastMemory) return warning(`The machine or container has only ${formatBytes(limit)}.`, more)
  if (used === null) return ok(`The machine or container has ${formatBytes(limit)}.`)
  const text = `The service uses ${formatBytes(used)} of ${formatBytes(limit)}.`
  return used > limit * 0.8 ? warning(`${text} The system ends it when none is left.`, more) : ok(text)
}
