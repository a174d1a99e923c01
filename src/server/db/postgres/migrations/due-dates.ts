/**
 * When a finding returned to those that wait for a person: it was no longer ignored or suppressed. Milliseconds since
 * 1970; null if it never did. The reappearance of a fixed one is in `relevant_since`.
 */
export const dueDates = [
  'alter table finding add column reopened_at bigint',
  'alter table triage_change_item add column reopened_at bigint',
  // Decided again after they had been ignored (triage state 2), or no longer suppressed by the scanner.
  `update finding set reopened_at = (
      select max(event.at) from finding_event as event
      where event.deployment_id = finding.deployment_id and event.finding_id = finding.id
        and (event.kind = 'unmuted' or (event.kind = 'triaged' and event.from_state = 'ignored' and event.to_state <> 'ignored')))
    where triage_state <> 2 and (deployment_id, id) in (
      select deployment_id, finding_id from finding_event
      where kind = 'unmuted' or (kind = 'triaged' and from_state = 'ignored' and to_state <> 'ignored'))`,
]
