import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, formatDuration, ok, skipped, warning } from './check.ts'

/** Whether a service runs, in the version of this command. */
export const serviceCheck: Check = {
  id: 'service',
  title: 'Service',
  run({ config, service, version }) {
    if (!service) {
      const holder = livingHolder(config.dataFolder)
      return holder === null
        ? skipped('No service runs on this data folder, so only what is on disk was checked.')
        : warning(
            `The data folder is in use by ${holder}, which does not answer.`,
            'Wait until it has started or finished. If that does not end, read its log.',
          )
    }
    const { pid, uptime, version: running } = service.status
    const since = `Process ${pid} has been running for ${formatDuration(uptime)}`
    return running === version
      ? ok(`${since}, version ${running}.`)
      : warning(
          `${since}, version ${running}, but this command is version ${version}.`,
          'Restart the service to use the installed version.',
        )
  },
}

/** The process that is named as the holder of the folder's lock, if it still exists. */
function livingHolder(folder: string): string | null {
  try {
    const holder = readFileSync(join(folder, 'lock.holder'), 'utf8').slice(0, 200)
    const pid = Number(/^process (\d+)/.exec(holder)?.[1])
    // Signal 0 only asks whether the process exists.
    return pid > 0 && process.kill(pid, 0) ? holder : null
  } catch {
    return null
  }
}
