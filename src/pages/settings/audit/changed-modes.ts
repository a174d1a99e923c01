import { isObject } from '#api/dialects/shapes.ts'
import { type AuditEvent, textIn } from './event-values.ts'
import { labels, modeChange } from './labels.ts'

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

/** Returns the rules whose modes an event changed, as far as it lists them. */
export function changedModesOf({ action, detail }: AuditEvent): ChangedMode[] {
  if (action !== 'policy.changed' || !isObject(detail)) return []
  const { changes } = detail
  return (Array.isArray(changes) ? changes : []).flatMap((one: unknown) => {
    const rulePath = isObject(one) ? textIn(one, 'rulePath') : undefined
    if (rulePath === undefined || !isObject(one)) return []
    return [{ rulePath, change: modeChange(modeLabel(one['from']), modeLabel(one['to'])) }]
  })
}
