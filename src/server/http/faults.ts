/** One invalid part of a request: of its body (`pointer`, a JSON pointer) or of its path or query (`parameter`). */
export interface Fault {
  pointer?: string
  parameter?: string
  detail: string
  /** The position in an uploaded file; lines and columns count from 1. */
  line?: number
  column?: number
  byteOffset?: number
}

/** The most faults that an error response lists. */
const maxFaults = 20
/** The most bytes of JSON for the text of one fault, for the message of all, and for a pointer or parameter. */
const maxLengths = { detail: 2_400, message: 8_000, pointer: 400 }

/**
 * The faults as an error response lists them: the first 20, each of bounded length, then how many more there are.
 * They take less than 60 kB of JSON, whatever the request contains.
 */
export function describeFaults(faults: readonly Fault[]): Fault[] {
  const shown = faults.slice(0, maxFaults).map(({ pointer, parameter, detail, ...rest }) => ({
    ...(pointer === undefined ? {} : { pointer: truncate(pointer, maxLengths.pointer) }),
    ...(parameter === undefined ? {} : { parameter: truncate(parameter, maxLengths.pointer) }),
    detail: truncate(detail, maxLengths.detail),
    ...rest,
  }))
  const more = faults.length - shown.length
  return more > 0 ? [...shown, { detail: `and ${more.toLocaleString('en-US')} more` }] : shown
}

/** The message of an error response, truncated if it is too long. */
export const boundedMessage = (text: string) => truncate(text, maxLengths.message)

/** A text, truncated if it would take more than `bytes` bytes of JSON. */
function truncate(text: string, bytes: number): string {
  // A UTF-16 code unit takes at most six bytes, as an escape.
  const safeLength = Math.floor(bytes / 6)
  if (text.length <= safeLength || (text.length <= bytes && Buffer.byteLength(JSON.stringify(text)) <= bytes))
    return text
  return `${text.slice(0, safeLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
