import {
  asCount,
  asList,
  asName,
  asObjects,
  asText,
  asUrl,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import type { SarifRule } from './rule.ts'
import type { SarifRun } from './run.ts'

/** A message as it was sent, by which findings are known again, and as people read it. */
export interface SarifMessage {
  sent: string | null
  shown: string | null
}

/** The message of a result, else of its rule; null without either. */
export function sarifMessage({
  result,
  rule,
  run,
}: {
  result: JsonObject
  rule: SarifRule | null
  run: SarifRun
}): SarifMessage {
  const own = messageOf(result['message'], rule, run)
  const sent = own ?? rule?.message ?? null
  if (sent === null || own === null || !run.isSarif || !brackets.test(sent)) return { sent, shown: sent }
  const ids = new Set(asObjects(result['relatedLocations']).flatMap((each) => asCount(each['id']) ?? []))
  return { sent, shown: asText(renderLinks(sent, (id) => ids.has(id))) ?? sent }
}

/**
 * The message with its placeholders `{0}` filled in, up to the limit of the file, at most 100 of them. Source: SARIF
 * 2.1.0, 3.11.
 */
function messageOf(message: unknown, rule: SarifRule | null, run: SarifRun): string | null {
  const id = asName(getIn(message, 'id'))
  const messageText =
    asText(getIn(message, 'text')) ?? (id === null ? null : (rule?.messageStrings.get(id) ?? null))
  const filled = asList(getIn(message, 'arguments'))
  if (messageText === null) return asText(getIn(message, 'markdown'))
  if (filled.length === 0) return messageText
  let remaining = 100
  const whole = messageText.replace(/\{(\d{1,3})\}/g, (placeholder, index) =>
    remaining-- > 0 ? (asText(filled[Number(index)], 1_000) ?? placeholder) : placeholder,
  )
  return run.count.mayAdd(whole.length) ? asText(whole) : messageText
}

/** What may stand before a bracket in code, as in `rows[0](1)`, which is no link. */
const endsCode = /[\w)\]]$/
const brackets = /[[\]]/
const escaped = /\\([[\]\\])/g

/**
 * Renders the links and escapes of a plain text message: a link to a place of the result, or to a file, is its text. One
 * to a web page stays Markdown, which messages are.
 * @param isPlace whether a number is the id of a location of the result.
 * Source: SARIF 2.1.0, 3.11.6.
 */
export function renderLinks(message: string, isPlace: (id: number) => boolean = () => false): string {
  if (!brackets.test(message)) return message
  // Text and destination are bounded, and the text has no bracket of its own, so that this takes linear time.
  const link = /\[((?:[^[\]\\\n]|\\.){1,1000})\]\(([^()\s]{1,2048})\)/g
  let rendered = ''
  let end = 0
  const unescapeBrackets = (text: string) => text.replace(/\\([[\]])/g, '$1')
  for (const match of message.matchAll(link)) {
    const [whole, text = '', destination = ''] = match
    const before = message.slice(end, match.index)
    const isId = /^\d{1,9}$/.test(destination)
    const isCode = endsCode.test(before === '' ? rendered : before) && !(isId && isPlace(Number(destination)))
    if (isCode || !(isId || /[:/.#]/.test(destination))) continue
    const isEscaped = /(?:^|[^\\])(?:\\\\)*\\$/.test(before.slice(-20))
    if (isEscaped) continue
    rendered += unescapeBrackets(before)
    rendered += asUrl(destination) === null ? text.replace(escaped, '$1') : whole
    end = match.index + whole.length
  }
  return rendered + unescapeBrackets(message.slice(end))
}
