import { escapeLine } from '../command.ts'

/** One line that says how far a command is, and is written over. */
export interface Progress {
  show(text: string): void
  clear(): void
}

interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** Shows progress on a terminal; anywhere else nothing, so that logs stay short. */
export function createProgress(screen: Screen): Progress {
  if (!screen.isTTY) return { show: () => undefined, clear: () => undefined }
  const eraseLine = '\r\u001b[2K'
  return {
    // A line that wraps could not be written over.
    show: (text) => screen.write(`${eraseLine}${escapeLine(text).slice(0, (screen.columns || 80) - 1)}`),
    clear: () => screen.write(eraseLine),
  }
}
