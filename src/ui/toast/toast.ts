/** What happened, in words, with what can be done about it. */
export interface ToastRequest {
  title: string
  detail?: string | undefined
  /** `danger` stays until it is dismissed; the others go after a while. */
  tone?: 'plain' | 'ok' | 'danger' | undefined
  /** Of one slot there is one toast: the newest takes the place of the one before, which neither goes nor comes. */
  slot?: string | undefined
  /** One button: "Undo". The toast goes when it is pressed. */
  action?: { label: string; run: () => void } | undefined
  /** A way on, before the button: "Set the supplier". The toast goes when it is pressed. */
  link?: { label: string; run: () => void } | undefined
}

/** Who shows the toasts, once its code is there. */
export interface ToastSink {
  show(id: string, request: ToastRequest): void
  close(id: string): void
}

const waiting = new Map<string, ToastRequest>()
/** Which toast has an id now. */
const newest = new Map<string, number>()
const listeners = new Set<() => void>()
let sink: ToastSink | undefined
let count = 0
let hasFirst = false

/**
 * Shows a toast, from anywhere. The widget behind it is loaded for the first one, which waits until it is there.
 * Gives a function that takes the toast away.
 */
export function toast(request: ToastRequest): () => void {
  count += 1
  const id = request.slot ?? `toast-${count}`
  const own = count
  newest.set(id, own)
  if (sink) sink.show(id, request)
  else waiting.set(id, request)
  if (!hasFirst) {
    hasFirst = true
    for (const listener of listeners) listener()
  }
  return () => {
    if (newest.get(id) !== own) return
    newest.delete(id)
    waiting.delete(id)
    sink?.close(id)
  }
}

/** Hands over the toasts that wait and all that follow. Gives a function that ends it. */
export function connectToasts(next: ToastSink): () => void {
  sink = next
  for (const [id, request] of waiting) next.show(id, request)
  waiting.clear()
  return () => {
    if (sink === next) sink = undefined
  }
}

/** Calls back when the first toast is requested. */
export function onFirstToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether any toast was requested yet. */
export function hasToasts(): boolean {
  return hasFirst
}
