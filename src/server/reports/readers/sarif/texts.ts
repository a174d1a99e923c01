import { asObject, asText, getIn } from '../../values/json-values.ts'
import { type LinkOptions, renderLinks } from './links.ts'

/** A message as it was sent, by which findings are known again, and as people read it. */
export interface SarifMessage {
  sent: string | null
  shown: string | null
}

/** A text of SARIF with its links and escapes rendered; texts of other formats have none. */
export function shownMessage(
  sent: string,
  { isSarif }: { isSarif: boolean },
  options: LinkOptions = {},
): SarifMessage {
  const shown = isSarif ? withoutRepeats(renderLinks(sent, options), sent) : sent
  return { sent, shown: shown.trim() === '' ? sent : shown }
}

/**
 * The lines of a message without those that only a link told apart from an earlier one: CodeQL joins the messages of
 * results at one place, whose links go to one source each. Other lines may repeat, as in code.
 * @param sent the message with its links.
 */
function withoutRepeats(shown: string, sent: string): string {
  if (shown === sent || !shown.includes('\n')) return shown
  // Links keep the line breaks of their texts, so both have the same lines.
  const sentLines = sent.split('\n')
  const earlier = new Set<string>()
  return shown
    .split('\n')
    .filter((line, index) => {
      const isRepeat = line !== sentLines[index] && earlier.has(line)
      earlier.add(line)
      return !isRepeat
    })
    .join('\n')
}

/** The plain texts of `messageStrings` by their ids. Source: SARIF 2.1.0, 3.19.22 and 3.49.11. */
export function messageStringsOf(strings: unknown): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [id, each] of Object.entries(asObject(strings) ?? {})) {
    const text = asText(getIn(each, 'text'))
    if (text !== null) texts.set(id, text)
  }
  return texts
}
