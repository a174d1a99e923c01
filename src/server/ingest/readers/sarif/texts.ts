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
  const shown = isSarif ? renderLinks(sent, options) : sent
  return { sent, shown: shown.trim() === '' ? sent : shown }
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
