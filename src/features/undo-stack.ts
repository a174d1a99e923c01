interface UndoStackOptions<Entry, Key> {
  /** How many are kept; the oldest give way. */
  most: number
  /** What tells two entries apart. */
  keyOf: (entry: Entry) => Key
  /** Whether the service would still undo it. */
  isLive?: (entry: Entry) => boolean
  /** Where the stack outlives the page. */
  storage?: { read: () => Entry[]; write: (entries: readonly Entry[]) => void }
}

/** What a person can undo of one kind of change, the newest last, over all deployments. */
export function createUndoStack<Entry extends { deployment: string }, Key>({
  most,
  keyOf,
  isLive = () => true,
  storage,
}: UndoStackOptions<Entry, Key>) {
  let entries: readonly Entry[] | undefined
  const current = (): readonly Entry[] => {
    entries ??= storage?.read() ?? []
    return entries
  }
  const keep = (next: readonly Entry[]) => {
    entries = next
    storage?.write(next)
  }
  const without = (key: Key) => current().filter((entry) => keyOf(entry) !== key)
  return {
    /** Puts an entry on top, in place of one with the same key. */
    push: (entry: Entry) => keep([...without(keyOf(entry)), entry].slice(-most)),
    /** The newest entry of a deployment that can still be undone. */
    newest: (deployment: string) =>
      current().findLast((entry) => entry.deployment === deployment && isLive(entry)),
    has: (key: Key) => current().some((entry) => keyOf(entry) === key),
    /** Forgets an entry: it was undone, refused, or can no longer be undone. */
    remove: (key: Key) => keep(without(key)),
  }
}
