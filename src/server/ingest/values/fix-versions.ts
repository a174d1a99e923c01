const maxVersions = 20
const noVersionWords = new Set(['', 'not fixed', 'none', 'n/a', 'unknown', 'null', '-'])

/** The versions in a sentence such as "Upgrade x to version 1.2.3, 2.0.1 or higher". */
export function fixVersionsInSentence(sentence: unknown): string[] {
  if (typeof sentence !== 'string') return []
  const versions = /\bto (?:versions? )?v?(\d[\w.+-]*(?:(?:, | or |, or | and )v?\d[\w.+-]*){0,9})/i.exec(
    sentence.slice(0, 2_000),
  )?.[1]
  return [
    ...new Set(
      versions
        ?.split(/,? (?:or |and )?/)
        .map((each) => each.replace(/^v|[.,]+$/g, ''))
        .filter((each) => each !== ''),
    ),
  ]
}

/** The versions of a list such as `4.17.21, 5.0.0`; empty if it says that there are none. */
export function fixVersionsInList(list: string | null | undefined): string[] {
  if (!list || noVersionWords.has(list.trim().toLowerCase())) return []
  const versions = list.slice(0, 1_000).split(',')
  const validVersions = versions
    .map((each) => each.trim())
    .filter((each) => !noVersionWords.has(each.toLowerCase()))
  return [...new Set(validVersions)].slice(0, maxVersions)
}
