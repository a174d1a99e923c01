import { dismissedState } from '../../report/dismissals.ts'
import type { GivenState } from '../../report/report.ts'
import { asName, asText, asTime, getIn, type JsonObject } from '../../values/json-values.ts'

/** The decision about an alert of the REST API of GitHub; null if it is not dismissed. */
export function dismissalOf(alert: JsonObject): GivenState | null {
  const state = asName(alert['state'], 50)
  if (state !== 'dismissed' && state !== 'auto_dismissed') return null
  const isRule = state === 'auto_dismissed'
  return dismissedState({
    by: isRule ? 'a rule of Dependabot' : (asName(getIn(alert, 'dismissed_by', 'login'), 100) ?? 'somebody'),
    reason: isRule ? null : asName(alert['dismissed_reason'], 100),
    comment: isRule ? null : asText(alert['dismissed_comment'], 2_500),
    at: asTime(isRule ? alert['auto_dismissed_at'] : alert['dismissed_at']),
    createdAt: asTime(alert['created_at']),
  })
}
