import { type ComponentType, use, useEffect } from 'react'

// A browser remembers for the lifetime of a page that a module could not be fetched (whatwg/html, issue 6768). So code is
// not requested while the service does not answer; if a request fails all the same, the page has to be reloaded.

/** Loads the code of a component. */
type Load<P> = () => Promise<ComponentType<P>>

/** Code that could not be loaded when it was needed. */
export interface MissingCode {
  /** Whether it is a dialog that somebody opened; else it is a part of the page, which is requested again. */
  dialog: boolean
  /** Whether a request failed; else none was made, since the service does not answer. */
  wasRequested: boolean
}

interface LoadingPolicy {
  /** Whether code may be requested now. */
  mayLoad: () => Promise<boolean>
  onMissing: (missing: MissingCode) => void
}

/** How long until code that could not be had is requested again, in milliseconds. */
const retryDelay = 5000

/** The service renders no deferred component: React shows the fallback of its boundary, and the browser the rest. */
const onServer = typeof document === 'undefined'
const failOnServer = (): never => {
  throw new Error('Deferred components are rendered in the browser.')
}

let policy: LoadingPolicy = { mayLoad: async () => true, onMissing: () => undefined }

/** Hands over who knows whether code can be had, and says what is missing: the frame, once its own code is there. */
export function configureLazyLoading(next: LoadingPolicy): void {
  policy = next
}

/** Loads code where it can be had; where it cannot, says whether it was requested. */
async function loadOnce<T extends object>(
  load: () => Promise<T>,
  missing: (wasRequested: boolean) => void,
  always = false,
): Promise<T | undefined> {
  const wasRequested = always || (await policy.mayLoad())
  try {
    if (wasRequested) return await load()
  } catch {
    // Said below.
  }
  missing(wasRequested)
  return undefined
}

/** Loads code, and asks again until it can be had: every few seconds, and when the browser is back in a network. */
export async function loadWithRetries<T extends object>(load: () => Promise<T>, always = false): Promise<T> {
  for (;;) {
    const loaded = await loadOnce(
      load,
      (wasRequested) => policy.onMissing({ dialog: false, wasRequested }),
      always,
    )
    if (loaded) return loaded
    await new Promise((resolve) => {
      setTimeout(resolve, retryDelay)
      addEventListener('online', resolve, { once: true })
    })
  }
}

/**
 * A component whose code loads when it is rendered, or earlier by `preload`. Until it can be had the page goes on without it.
 * @param always requests it even while the service is away: its code is in a file that the page has by then.
 */
export function lazy<P extends object>(
  load: Load<P>,
  { always = false } = {},
): ComponentType<P> & { preload: () => void } {
  let code: Promise<ComponentType<P>> | undefined
  let component: ComponentType<P> | undefined
  let hasWaited = false
  const loadComponent = () =>
    (code ??= loadWithRetries(load, always).then((loaded) => {
      component = loaded
      return loaded
    }))
  function Lazy(props: P) {
    // A boundary that waits, if only for a moment, is held back by React for a third of a second.
    const Ready = component
    if (Ready && !hasWaited) return <Ready {...props} />
    // What waited for a promise must ask for it again: it answers at once then.
    hasWaited = true
    const Part = use(onServer ? failOnServer() : loadComponent())
    return <Part {...props} />
  }
  return Object.assign(Lazy, { preload: () => void loadComponent() })
}

/**
 * A dialog whose code comes when it is opened. Where it cannot be had, the dialog is closed and the person told; nothing
 * opens by itself later, over what the person does then.
 */
export function lazyDialog<P extends { onClose: (done: false) => void }>(load: Load<P>): ComponentType<P> {
  let code: Promise<ComponentType<P>> | undefined
  let wasRequested: boolean
  function CloseMissing({ onClose }: P) {
    useEffect(() => {
      code = undefined
      onClose(false)
      policy.onMissing({ dialog: true, wasRequested })
    })
    return null
  }
  return function LazyDialog(props) {
    code ??= loadOnce(load, (value) => {
      wasRequested = value
    }).then((loaded) => loaded ?? CloseMissing)
    const Dialog = use(code)
    return <Dialog {...props} />
  }
}
