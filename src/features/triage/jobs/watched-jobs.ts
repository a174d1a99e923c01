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
    // Without storage a reload forgets them; the job tray still shows how they ended.
  }
}

/** Remembers a job whose end this tab is to tell of, also one that ends before it is first asked for, or during a reload. */
export function watchJob(deployment: string, id: string): void {
  const key = keyOf(deployment, id)
  if (!read().includes(key)) keep([...read(), key].slice(-most))
}

/** Forgets a job that ended; false where it was not watched. */
export function unwatchJob(deployment: string, id: string): boolean {
  const key = keyOf(deployment, id)
  if (!read().includes(key)) return false
  keep(read().filter((one) => one !== key))
  return true
}
