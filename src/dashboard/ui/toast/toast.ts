/** A message, with actions for it. */
export interface ToastRequest {
  title: string
  detail?: string | undefined
  /** `danger` stays until it is dismissed; the others disappear after a timeout. */
  tone?: 'plain' | 'ok' | 'danger' | undefined
  /** A slot holds one toast: a new one replaces the previous one without an animation. */
  slot?: string | undefined
  /** A button: "Undo". Pressing it closes the toast. */
  action?: { label: string; run: () => void } | undefined
  /** A link before the button: "Set the supplier". Pressing it closes the toast. */
  link?: { label: string; run: () => void } | undefined
}

/** The host of the toasts, once its code has loaded. */
export interface ToastSink {
  show(id: string, request: ToastRequest): void
  close(id: string): void
}

const waiting = new Map<string, ToastRequest>()
/** The current toast of each id. */
const newest = new Map<string, number>()
const listeners = new Set<() => void>()
let sink: ToastSink | undefined
let count = 0
let hasFirst = false

/**
 * Shows a toast, from anywhere. The widget is loaded for the first one, which is queued until then. Returns a function
 * that closes the toast.
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

/** Passes the queued toasts and all later ones to the host. Returns a function that stops it. */
export function connectToasts(next: ToastSink): () => void {
  sink = next
  for (const [id, request] of waiting) next.show(id, request)
  waiting.clear()
  return () => {
    if (sink === next) sink = undefined
  }
}

/** Calls the listener when the first toast is requested. */
export function onFirstToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether any toast has been requested. */
export function hasToasts(): boolean {
  return hasFirst
}
