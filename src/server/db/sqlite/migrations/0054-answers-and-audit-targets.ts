/** Whether a token gets the answers that existing clients of other services read. */
const compatibleAnswers = 'alter table token add column compatible_answers integer not null default 0'

/** What a change of one mode was done to is the rule; its policy stands in the detail. */
const targetsOfModes = `update audit_event set
    target = case json_extract(detail_json, '$.count') when 1
      then coalesce(json_extract(detail_json, '$.changes[0].rulePath'), target) else target end,
    detail_json = json_set(detail_json, '$.policy', target)
  where action = 'policy.changed' and json_extract(detail_json, '$.policyId') is not null`

export const statements = [compatibleAnswers, targetsOfModes]
