/** How many times larger the larger of two sizes is. */
const times = 8

/** Processor time that counts for something beside what the runtime does, in milliseconds. */
const leastTime = 4

/**
 * How many times as much processor time work takes that is eight times as large: about 8 if it grows with its size, 64 if
 * with the square. Neither the speed of the machine nor what else it does matters.
 * @param work does it for a size. @param size the smaller one.
 */
export function growth(work: (size: number) => void, size: number): number {
  const spent = (of: number, repetitions: number) => {
    const before = process.cpuUsage()
    for (let turn = 0; turn < repetitions; turn++) work(of)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  let repetitions = 1
  while (spent(size, repetitions) < leastTime) repetitions *= 2
  const least = (of: number) => Math.min(...Array.from({ length: 3 }, () => spent(of, repetitions)))
  return least(size * times) / least(size)
}

/** More than work takes that grows with its size or little more, and less than with the square. */
export const growthOfSize = 40
