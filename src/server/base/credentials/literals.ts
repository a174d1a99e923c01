/** Placeholders of scanners for hidden values. */
const placeholder =
  /^\W*(?:(?:redacted|masked|removed|hidden|filtered|censored|obfuscated|requires login)|redacted\W.{0,200})\W*$/is
const maskedRun = /[*•●█]{3,}/

/** Whether a text is a placeholder for a secret: `REDACTED`, `***`, `ghp_****`, `AKIA...`. */
export function isMasked(value: string): boolean {
  const text = value.trim()
  return (
    /^[*•●█#.…_\s-]*$/.test(text) ||
    placeholder.test(text) ||
    maskedRun.test(text) ||
    /(?:\.{3}|…)$/.test(text) ||
    /^x{3,}$/i.test(text)
  )
}

/** The secret in a matched text: its longest quoted literal, else all of it. Null if it is masked. */
export function secretIn(matched: string): string | null {
  return unquote(longestOf(literalsOf(matched)) ?? matched)
}

/** A value without surrounding quotes; null if it is masked or empty. */
export function unquote(value: string): string | null {
  const connection = value.trim().replace(/^(["'`])(.*)\1$/s, '$2')
  return connection === '' || isMasked(connection) ? null : connection
}

/** The longest of several texts; undefined without any. */
export const longestOf = (several: readonly string[]): string | undefined =>
  several.reduce<string | undefined>(
    (result, each) => (result === undefined || each.length > result.length ? each : result),
    undefined,
  )

/** The quoted texts in code. */
export function literalsOf(code: string): string[] {
  return [...code.matchAll(/"([^"]*)"|'([^']*)'|`([^`]*)`/g)].map(
    (each) => each[1] ?? each[2] ?? each[3] ?? '',
  )
}
