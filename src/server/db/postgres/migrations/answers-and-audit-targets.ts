/** Whether a token gets the answers that existing clients of other services read. */
const answersOfTokens = 'alter table token add column compatible_answers integer not null default 0'

/** What a change of one mode was done to is the rule; its policy stands in the detail. */
const targetsOfModes = `update audit_event set
    target = case detail_json::jsonb ->> 'count' when '1'
      then coalesce(detail_json::jsonb #>> '{changes,0,rulePath}', target) else target end,
    detail_json = jsonb_set(detail_json::jsonb, '{policy}', to_jsonb(target))::text
  where action = 'policy.changed' and detail_json::jsonb ->> 'policyId' is not null`

export const answersAndAuditTargets = [answersOfTokens, targetsOfModes]
