import { type ComponentType, type ReactNode, Suspense, use, useEffect, useRef } from 'react'
import { useOpening, useOpeningIn } from './keys/use-opening.ts'

// Browsers cache a failed module fetch for the lifetime of a page (whatwg/html, issue 6768). So code is not requested
// while the service is unreachable; if a request fails nevertheless, the page must be reloaded.

/** Loads the code of a component. */
type Load<P> = () => Promise<ComponentType<P>>

/** Code that failed to load when it was needed. */
export interface MissingCode {
  /** Whether it is a dialog that a person opened; otherwise it is a part of the page, which is retried. */
  dialog: boolean
  /** Whether a request failed; otherwise none was made, because the service is unreachable. */
  wasRequested: boolean
}

interface LoadingPolicy {
  /** Whether code may be requested now. */
  mayLoad: () => Promise<boolean>
  onMissing: (missing: MissingCode) => void
}

/** The retry interval for code that failed to load, in milliseconds. */
const retryDelay = 5000

/** The server renders no deferred component: React renders the fallback of its boundary, and the browser the rest. */
const onServer = typeof document === 'undefined'
const failOnServer = (): never => {
  throw new Error('Deferred components are rendered in the browser.')
}

let policy: LoadingPolicy = { mayLoad: async () => true, onMissing: () => undefined }

/**
 * Sets the functions that check whether code can be loaded and report missing code: the frame does, once its own code
 * has loaded.
 */
export function configureLazyLoading(next: LoadingPolicy): void {
  policy = next
}

/** Loads code if possible; otherwise returns whether it was requested. */
async function loadOnce<T extends object>(
  load: () => Promise<T>,
  missing: (wasRequested: boolean) => void,
  always = false,
): Promise<T | undefined> {
  const wasRequested = always || (await policy.mayLoad())
  try {
    if (wasRequested) return await load()
  } catch {
    // Reported below.
  }
  missing(wasRequested)
  return undefined
}

/** Loads code, and retries until it succeeds: every few seconds, and when the browser is online again. */
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
 * A component whose code loads when it is rendered, or earlier by `preload`. Until it has loaded, the page works
 * without it.
 * @param always requests it even while the service is unreachable: the page has already loaded the file with its code.
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
    // React delays a suspended boundary by a third of a second, even if it suspends only briefly.
    const Ready = component
    if (Ready && !hasWaited) return <Ready {...props} />
    // A component that was suspended on a promise must read it again, which then returns at once.
    hasWaited = true
    const Part = use(onServer ? failOnServer() : loadComponent())
    return <Part {...props} />
  }
  return Object.assign(Lazy, { preload: () => void loadComponent() })
}

interface Closable {
  onClose: (done: false) => void
}

/** What a person asked to open, once its code has loaded. If that fails, it closes and the person is notified. */
function openedContent<P extends Closable>(load: Load<P>): ComponentType<P> {
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
  return function OpenedContent(props) {
    code ??= loadOnce(load, (value) => {
      wasRequested = value
    }).then((loaded) => loaded ?? CloseMissing)
    const Dialog = use(code)
    return <Dialog {...props} />
  }
}

/**
 * A dialog whose code loads when it is opened, and which owns the keys from then on. If that fails, the dialog is closed
 * and the person is notified; it does not open later by itself.
 * @param Fallback is shown until then, with what the person needs at once.
 */
export function lazyDialog<P extends Closable>(
  load: Load<P>,
  Fallback: ComponentType<P> | null = null,
): ComponentType<P> {
  const Content = openedContent(load)
  return function LazyDialog(props) {
    useOpening()
    return (
      <Suspense fallback={Fallback && <Fallback {...props} />}>
        <Content {...props} />
      </Suspense>
    )
  }
}

/** The same for a form within the page, which takes the focus. */
export function lazyForm<P extends Closable>(load: Load<P>, fallback: ReactNode = null): ComponentType<P> {
  const Content = openedContent(load)
  return function LazyForm(props) {
    const box = useRef<HTMLSpanElement>(null)
    useOpeningIn(box)
    return (
      <span ref={box} className="contents">
        <Suspense fallback={fallback}>
          <Content {...props} />
        </Suspense>
      </span>
    )
  }
}
