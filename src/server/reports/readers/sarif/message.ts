import {
  asCount,
  asList,
  asName,
  asObjects,
  asText,
  bounds,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import type { LinkOptions } from './links.ts'
import type { SarifRule } from './rule.ts'
import type { SarifRun } from './run.ts'
import { type SarifMessage, shownMessage } from './texts.ts'

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
  let ids: ReadonlySet<number> | undefined
  const isPlace = (id: number) => {
    ids ??= new Set(
      [...asObjects(result['relatedLocations']), ...asObjects(result['locations'])].flatMap(
        (each) => asCount(each['id']) ?? [],
      ),
    )
    return ids.has(id)
  }
  const own = readMessage(result['message'], run, { strings: rule?.messageStrings, isPlace })
  return own ?? rule?.message ?? { sent: null, shown: null }
}

type MessageOptions = LinkOptions & {
  /** The texts of the descriptor that the message belongs to, by their ids. */
  strings?: ReadonlyMap<string, string> | undefined
  max?: number
}

/** Any message of a run; null if it is empty. Source: SARIF 2.1.0, 3.11. */
export function readMessage(
  message: unknown,
  run: SarifRun,
  { strings, max = bounds.message, ...links }: MessageOptions = {},
): SarifMessage | null {
  const id = asName(getIn(message, 'id'))
  const named = id === null ? null : (strings?.get(id) ?? run.messageString(id))
  const template = asText(getIn(message, 'text'), max) ?? named
  if (template === null) {
    const markdown = asText(getIn(message, 'markdown'), max)
    return markdown === null ? null : shownMessage(markdown, run, { ...links, isMarkdown: true })
  }
  const filled = asList(getIn(message, 'arguments'))
  const sent = fillIn(template, filled, run)
  if (filled.length === 0 || !doubledBrace.test(template)) return shownMessage(sent, run, links)
  return { sent, shown: shownMessage(fillIn(template, filled, run, true), run, links).shown }
}

const doubledBrace = /\{\{|\}\}/

/**
 * A message with its placeholders `{0}` filled in, up to the limit of the file, at most 100 of them.
 * @param unescapes whether `{{` is a brace. Source: SARIF 2.1.0, 3.11.5.
 */
function fillIn(template: string, filled: readonly unknown[], run: SarifRun, unescapes = false): string {
  if (filled.length === 0 || !run.count.mayAdd(template.length)) return template
  let remaining = 100
  const placeholders = unescapes ? /\{\{|\}\}|\{(\d{1,3})\}/g : /\{(\d{1,3})\}/g
  const whole = template.replace(placeholders, (found, index?: string) => {
    if (index === undefined) return found.slice(1)
    const value = filled[Number(index)]
    return remaining-- > 0 && typeof value === 'string' ? (asText(value, 1_000) ?? '') : found
  })
  const added = Math.max(0, whole.length - template.length)
  return run.count.mayAdd(added) ? (asText(whole) ?? template) : template
}
