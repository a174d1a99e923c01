import { isObject } from '#api/dialects/shapes.ts'
import { type AuditEvent, textIn } from './event-values.ts'
import { labels, modeChange, ruleAdded, ruleRemoved } from './labels.ts'

/** A rule whose mode an event changed. */
interface ChangedMode {
  rulePath: string
  change: string
}

/** Returns a mode's label as on the policy pages: `MODE_BLOCK` is "Block". */
const modeLabel = (mode: unknown) =>
  typeof mode === 'string'
    ? mode.replace(/^MODE_(.)(.*)$/, (_, a, b) => a + b.toLowerCase())
    : labels.unknownMode

/** A mode before and after; without one before, the rule was added to the policy, and without one after, removed. */
function modesText(from: unknown, to: unknown): string {
  if (from === null) return ruleAdded(modeLabel(to))
  return to === null ? ruleRemoved(modeLabel(from)) : modeChange(modeLabel(from), modeLabel(to))
}

/** Actions that change rules of a policy. */
export const isOfRules = /^policy\.(changed|rules)$/

/** Returns the rules whose modes an event changed, as far as it lists them. */
export function changedModesOf({ action, detail }: AuditEvent): ChangedMode[] {
  if (!isOfRules.test(action) || !isObject(detail)) return []
  const { changes } = detail
  return (Array.isArray(changes) ? changes : []).flatMap((one: unknown) => {
    const rulePath = isObject(one) ? textIn(one, 'rulePath') : undefined
    if (rulePath === undefined || !isObject(one)) return []
    return [{ rulePath, change: modesText(one['from'], one['to']) }]
  })
}
