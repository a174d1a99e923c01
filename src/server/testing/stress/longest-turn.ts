import type { TestService } from '../service.ts'

/**
 * The most processor time of this thread, in milliseconds, between two of the pings that the service answers every 20 ms
 * while it works. What else the machine does is not counted.
 */
export async function longestTurn(service: TestService, work: () => Promise<unknown>): Promise<number> {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let before = spent()
  let longest = 0
  const ping = setInterval(() => {
    const now = spent()
    longest = Math.max(longest, now - before)
    before = now
    void service.server.inject({ url: '/livez' })
  }, 20)
  try {
    await work()
    await service.services.jobs.settled()
  } finally {
    clearInterval(ping)
  }
  return Math.max(longest, spent() - before)
}

/** Slices take 8 to 100 ms, and what is not divided seconds; garbage and code that runs for the first time come on top. */
export const longest = 250
