import { asUrl } from '../../values/json-values.ts'

export interface LinkOptions {
  /** Whether a number is the id of a location of the result. */
  isPlace?: (id: number) => boolean
  /** Whether the text is Markdown, whose escapes stay. */
  isMarkdown?: boolean
  /** Whether the text is shown as it is, so that the address of a web page stands behind the text of its link. */
  isPlain?: boolean
}

/** What may stand before a bracket in code, as in `rows[0](1)`, which is no link. */
const endsCode = /[\w)\]]$/
const special = /[[\]]/
const tokens = /\\[[\]\\]|[[\]]/g
const doubled = '\\\\'
/** The destination of a link, in which parentheses come in pairs. */
const destinations = /\(((?:[^()\s]|\([^()\s]{0,200}\)){1,2048})\)/y
/** A number, or what looks like an address or a path and not like code. */
const address = /^\d{1,9}$|^[a-z][a-z0-9+.-]*:(?!:)|^(?!.*::).*[/.#]/i

/**
 * Renders the links and escapes of a message: a link to a place of the result, or to a file, is its text. One to a web
 * page is Markdown, which messages are. The text of a link may have pairs of brackets, which many tools do not escape.
 * Source: SARIF 2.1.0, 3.11.6.
 */
export function renderLinks(message: string, options: LinkOptions = {}): string {
  if (!special.test(message)) return message
  const pieces: string[] = []
  /** The brackets that are open: where they are in the message, and in the pieces. */
  let open: { at: number; piece: number }[] = []
  let end = 0
  tokens.lastIndex = 0
  for (let token = tokens.exec(message); token !== null; token = tokens.exec(message)) {
    const [found] = token
    pieces.push(message.slice(end, token.index))
    end = tokens.lastIndex
    const bracket = found === ']' ? open.pop() : undefined
    const destination = bracket === undefined ? null : destinationAt(message, end)
    if (bracket !== undefined && destination !== null) {
      const text = pieces.slice(bracket.piece + 1)
      const before = pieces[bracket.piece - 1] || pieces[bracket.piece - 2] || ''
      const link = linkOf({ text, destination, before, raw: message.slice(bracket.at, token.index) }, options)
      if (link !== null) {
        pieces.splice(bracket.piece, pieces.length, link)
        end += destination.length + 2
        tokens.lastIndex = end
        // A link is within no other one.
        open = []
        continue
      }
    }
    if (found === '[') open.push({ at: token.index, piece: pieces.length })
    const isEscape = found === '\\[' || found === '\\]'
    pieces.push(isEscape && !options.isMarkdown ? found.slice(1) : found)
  }
  pieces.push(message.slice(end))
  return pieces.join('')
}

function destinationAt(message: string, at: number): string | null {
  destinations.lastIndex = at
  return destinations.exec(message)?.[1] ?? null
}

/** What a link is shown as; null if it is none. */
function linkOf(
  { text, destination, before, raw }: { text: string[]; destination: string; before: string; raw: string },
  { isPlace, isMarkdown = false, isPlain = false }: LinkOptions,
): string | null {
  const isId = /^\d+$/.test(destination)
  const isCode = endsCode.test(before) && !(isId && isPlace?.(Number(destination)) === true)
  if (isCode || !address.test(destination) || (isMarkdown && before.endsWith('!'))) return null
  const shown = isMarkdown ? raw.slice(1) : text.map((each) => (each === doubled ? '\\' : each)).join('')
  const isWeb = asUrl(destination) !== null
  // A lambda of C++ has empty brackets, too.
  if (shown.trim() === '' && !isWeb && !isId && !/^[a-z][a-z0-9+.-]+:/i.test(destination)) return null
  if (!isWeb) return shown
  if (shown.trim() === '' || (isPlain && shown === destination)) return destination
  return isPlain ? `${shown} (${destination})` : `${raw}](${destination})`
}
