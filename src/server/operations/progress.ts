import { escapeLine } from './command.ts'

/** A progress line that overwrites itself. */
export interface Progress {
  show(text: string): void
  clear(): void
}

interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** Shows progress on a terminal; prints nothing elsewhere, so that logs stay short. */
export function createProgress(screen: Screen): Progress {
  if (!screen.isTTY) return { show: () => undefined, clear: () => undefined }
  const eraseLine = '\r\u001b[2K'
  return {
    // A wrapped line could not be overwritten.
    show: (text) => screen.write(`${eraseLine}${escapeLine(text).slice(0, (screen.columns || 80) - 1)}`),
    clear: () => screen.write(eraseLine),
  }
}
