/** The names that a machine's token had before, as a JSON list, with those that the audit log tells. */
export const formerTokenNames = [
  `alter table token add column former_names_json text collate "C" not null default '[]'`,
  `update token set former_names_json = known.names from (
      select detail_json::jsonb ->> 'id' as id, json_agg(distinct detail_json::jsonb -> 'name' ->> 'from')::text as names
      from audit_event where action = 'token.changed' and detail_json::jsonb -> 'name' ->> 'from' is not null
      group by 1
    ) as known where known.id = token.id::text and token.person is null`,
]
