import type { AcceptedRisk } from '#contract/responses/accepted-risks.ts'

/** What a risk is: the package of a supply-chain finding, and the rule. */
export const titleOf = ({ package: name, title, rule }: AcceptedRisk): string =>
  [name, title?.trim() || rule].filter(Boolean).join(': ')

/** The file and line of a risk; empty without a file. */
export const placeOf = ({ path, line }: AcceptedRisk): string =>
  path ? (line === null ? path : `${path}:${line}`) : ''
