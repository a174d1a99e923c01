const storageKey = 'gatehouse.watched-jobs'
const most = 50
let watched: string[] | undefined

const keyOf = (deployment: string, id: string) => `${deployment}/${id}`

function read(): string[] {
  if (watched) return watched
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    watched = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    watched = []
  }
  return watched
}

function keep(next: string[]): void {
  watched = next
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Without storage a reload forgets them; the job tray still shows their result.
  }
}

/**
 * Remembers a job whose result this tab will announce, including one that ends before the first poll or during a
 * reload.
 */
export function watchJob(deployment: string, id: string): void {
  const key = keyOf(deployment, id)
  if (!read().includes(key)) keep([...read(), key].slice(-most))
}

/** Forgets a completed job; false if it was not watched. */
export function unwatchJob(deployment: string, id: string): boolean {
  const key = keyOf(deployment, id)
  if (!read().includes(key)) return false
  keep(read().filter((one) => one !== key))
  return true
}
