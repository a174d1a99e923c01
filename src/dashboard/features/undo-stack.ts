interface UndoStackOptions<Entry, Key> {
  /** The maximum number of entries; the oldest are dropped. */
  most: number
  /** Returns the key that identifies an entry. */
  keyOf: (entry: Entry) => Key
  /** Whether the service can still undo it. */
  isLive?: (entry: Entry) => boolean
  /** The storage of a stack that survives a reload. */
  storage?: { read: () => Entry[]; write: (entries: readonly Entry[]) => void }
}

/** Creates a stack of undoable changes of one kind, newest last, across all deployments. */
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
    /** Pushes an entry, replacing one with the same key. */
    push: (entry: Entry) => keep([...without(keyOf(entry)), entry].slice(-most)),
    /** Returns the newest entry of a deployment that can still be undone. */
    newest: (deployment: string) =>
      current().findLast((entry) => entry.deployment === deployment && isLive(entry)),
    has: (key: Key) => current().some((entry) => keyOf(entry) === key),
    /** Removes an entry: it was undone, rejected, or can no longer be undone. */
    remove: (key: Key) => keep(without(key)),
  }
}
