import { type ComponentType, use, useEffect } from 'react'

// A browser keeps that a module could not be fetched for as long as the page lives (whatwg/html, issue 6768). So where it
// is in doubt whether code can be had, that is tried by fetching its file first; what failed all the same needs the page
// loaded again.

/** Loads the code of a part. */
type Load<P> = () => Promise<ComponentType<P>>

/** Code that was not there when it was wanted. */
export interface Missing {
  /** Whether somebody opened a dialog, which is not there now; else a part of the page is, and is asked for again. */
  dialog: boolean
  /** Whether it was asked for in vain; else the service does not answer, and it was not asked for. */
  asked: boolean
}

interface Keeper {
  /** Whether the code in a file may be asked for now. */
  mayLoad: (file: URL | undefined) => Promise<boolean>
  tell: (missing: Missing) => void
}

/** How long until code that could not be had is asked for again, in milliseconds. */
const pause = 5000

/** The service renders no deferred component: React shows the fallback of its boundary, and the browser the rest. */
const onServer = typeof document === 'undefined'
const absent = (): never => {
  throw new Error('Deferred components are rendered in the browser.')
}

let keeper: Keeper = { mayLoad: async () => true, tell: () => undefined }

/** Hands over who knows whether code can be had, and says what is missing: the frame, once its own code is there. */
export function keepLate(next: Keeper): void {
  keeper = next
}

/** The file of which a loader imports, as the build wrote it. */
function fileOf(load: () => Promise<unknown>): URL | undefined {
  const path = /import\(["'`]([^"'`]+)/.exec(String(load))?.[1]
  return path === undefined ? undefined : new URL(path, import.meta.url)
}

/** Loads code where it can be had; where it cannot, says whether it was asked for. */
async function attempt<T extends object>(
  load: () => Promise<T>,
  missing: (asked: boolean) => void,
): Promise<T | undefined> {
  const asked = await keeper.mayLoad(fileOf(load))
  try {
    if (asked) return await load()
  } catch {
    // Said below.
  }
  missing(asked)
  return undefined
}

/** Loads code, and asks again until it can be had: every few seconds, and when the browser is back in a network. */
export async function untilThere<T extends object>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const found = await attempt(load, (asked) => keeper.tell({ dialog: false, asked }))
    if (found) return found
    await new Promise((resolve) => {
      setTimeout(resolve, pause)
      addEventListener('online', resolve, { once: true })
    })
  }
}

/**
 * A part whose code comes when it is drawn, or `ahead` of that. Until it can be had the page goes on without it.
 * `load` imports in its own body, by which the file is known.
 */
export function late<P extends object>(load: Load<P>): ComponentType<P> & { ahead: () => void } {
  let code: Promise<ComponentType<P>> | undefined
  let there: ComponentType<P> | undefined
  const find = () =>
    (code ??= untilThere(load).then((found) => {
      there = found
      return found
    }))
  function Late(props: P) {
    // A boundary that waits, if only for a moment, is held back by React for a third of a second.
    const Part = there ?? use(onServer ? absent() : find())
    return <Part {...props} />
  }
  return Object.assign(Late, { ahead: () => void find() })
}

/**
 * A dialog whose code comes when it is opened. Where it cannot be had, the dialog is closed and the person told; nothing
 * opens by itself later, over what the person does then.
 */
export function lateDialog<P extends { onClose: (done: false) => void }>(load: Load<P>): ComponentType<P> {
  let code: Promise<ComponentType<P>> | undefined
  let asked: boolean
  function NotThere({ onClose }: P) {
    useEffect(() => {
      code = undefined
      onClose(false)
      keeper.tell({ dialog: true, asked })
    })
    return null
  }
  return function LateDialog(props) {
    code ??= attempt(load, (value) => {
      asked = value
    }).then((found) => found ?? NotThere)
    const Dialog = use(code)
    return <Dialog {...props} />
  }
}
