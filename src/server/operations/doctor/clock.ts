import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Check, inspected, inspectedPostgres, ok, warning } from './check.ts'

const run = promisify(execFile)
/** Differences below this are normal between machines. */
const tolerance = 60_000

/** Whether the clock is plausible, and synchronized where the system says so. */
export const clockCheck: Check = {
  id: 'clock',
  title: 'Clock',
  async run(context) {
    const { now } = context
    const newest = (inspected(context) ?? inspectedPostgres(context))?.newestChange ?? null
    const time = new Date(now).toISOString()
    if (newest !== null && newest > now + tolerance)
      return warning(
        `It is ${time} by the clock, but the newest change is from ${new Date(newest).toISOString()}.`,
        'Correct the clock and synchronize it, for example with chrony or systemd-timesyncd. New changes are dated before earlier ones until then.',
      )
    const isSynchronized = await readSynchronization()
    if (isSynchronized === false)
      return warning(
        `The clock (${time}) is not synchronized.`,
        'Run "timedatectl set-ntp true", or install chrony. Tokens, sessions and exports expire by the clock.',
      )
    return ok(
      isSynchronized
        ? `The clock (${time}) is synchronized.`
        : `It is ${time}. Whether the clock is synchronized is not known here.`,
    )
  },
}

/** Whether the system synchronizes its clock; null if it does not say. */
async function readSynchronization(): Promise<boolean | null> {
  try {
    const { stdout } = await run('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      timeout: 2_000,
    })
    return { yes: true, no: false }[stdout.trim()] ?? null
  } catch {
    return null
  }
}
