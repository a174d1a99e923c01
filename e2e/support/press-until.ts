/**
 * Presses keys again until the page has heard them: it takes keys shortly after it is painted. Waits twice as long after
 * each time, so that no machine is too slow.
 * @param heard waits for what the keys do, at most as long as it is told. @throws what it threw last
 */
export async function pressUntil(press: () => Promise<void>, heard: (timeout: number) => Promise<void>) {
  for (let timeout = 250; ; timeout *= 2) {
    await press()
    const fault: unknown = await heard(timeout).then(
      () => null,
      (error: unknown) => error,
    )
    if (fault === null) return
    if (timeout > longest) throw fault
  }
}

const longest = 30_000
