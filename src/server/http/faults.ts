/** One wrong part of a request: of its body (`pointer`, a JSON pointer) or of its path or query (`parameter`). */
export interface Fault {
  pointer?: string
  parameter?: string
  detail: string
  /** Where it stands in a file that was sent, lines and columns counting from 1. */
  line?: number
  column?: number
  byteOffset?: number
}

/** Faults that a refusal lists at most. */
const maxFaults = 20
/** Bytes of JSON that the text of one fault, of a whole refusal, and the name of its place may take. */
const maxLengths = { detail: 2_400, message: 8_000, place: 400 }

/**
 * The faults of a refusal as it lists them: the first 20, each of bounded length, then how many more there are.
 * Whatever was sent, they take less than 60 kB of JSON.
 */
export function describeFaults(faults: readonly Fault[]): Fault[] {
  const listed = faults.slice(0, maxFaults).map(({ pointer, parameter, detail, ...place }) => ({
    ...(pointer === undefined ? {} : { pointer: truncate(pointer, maxLengths.place) }),
    ...(parameter === undefined ? {} : { parameter: truncate(parameter, maxLengths.place) }),
    detail: truncate(detail, maxLengths.detail),
    ...place,
  }))
  const more = faults.length - listed.length
  return more > 0 ? [...listed, { detail: `and ${more.toLocaleString('en-US')} more` }] : listed
}

/** What a refusal says in one text, with an end where it would be too long. */
export const boundedMessage = (text: string) => truncate(text, maxLengths.message)

/** A text that takes no more than so many bytes of JSON; one that would is cut to what surely fits. */
function truncate(text: string, bytes: number): string {
  // A UTF-16 unit takes six bytes at most: as an escape.
  const sure = Math.floor(bytes / 6)
  if (text.length <= sure || (text.length <= bytes && Buffer.byteLength(JSON.stringify(text)) <= bytes))
    return text
  return `${text.slice(0, sure - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
