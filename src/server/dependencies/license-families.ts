import parse from 'spdx-expression-parse'

/** Copyleft licenses of the SPDX list, by the prefixes of their ids, the strictest family first. */
const families = [
  ['network', /^(AGPL|APSL|CAL|CPAL|EUPL|OSL|RPL|SSPL|Watcom)-/],
  [
    'strong',
    /^(GPL|CECILL-[12]|CC-BY(-NC)?-SA|CERN-OHL-S|GFDL|MulanPubL|ODbL|QPL|Sleepycat|copyleft-next)\b/,
  ],
  [
    'weak',
    /^(LGPL|LGPLLR|MPL|EPL|CDDL|CPL|CECILL-C|CERN-OHL-W|ErlPL|IPL|LPPL|MS-RL|NPL|OFL|SPL|wxWindows)\b/,
  ],
] as const

export type CopyleftFamily = (typeof families)[number][0]

const strictness: readonly (CopyleftFamily | null)[] = [null, 'weak', 'strong', 'network']

/**
 * Returns the copyleft family of a license by its SPDX id or expression: the strictest of licenses joined by AND, the
 * mildest of those joined by OR. An exception changes nothing: most permit a single use, such as a parser that Bison has
 * generated, and the other terms stay.
 * @returns null if it is not copyleft, or is neither on the list nor an expression.
 */
export function familyOf(license: string): CopyleftFamily | null {
  try {
    return strictness[strictnessOf(parse(license))] ?? null
  } catch {
    return null
  }
}

/** The position in `strictness`. */
function strictnessOf(node: parse.Info): number {
  if ('license' in node) {
    return strictness.indexOf(families.find(([, ids]) => ids.test(node.license))?.[0] ?? null)
  }
  const [left, right] = [strictnessOf(node.left), strictnessOf(node.right)]
  return node.conjunction === 'and' ? Math.max(left, right) : Math.min(left, right)
}
