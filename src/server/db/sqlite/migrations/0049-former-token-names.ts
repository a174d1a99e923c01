/** The names that a machine's token had before, as a JSON list, with those that the audit log tells. */
export const statements = [
  `alter table token add column former_names_json text not null default '[]'`,
  `update token set former_names_json = coalesce((
      select json_group_array(distinct json_extract(detail_json, '$.name.from')) from audit_event
      where action = 'token.changed' and json_extract(detail_json, '$.id') = cast(token.id as text)
        and json_extract(detail_json, '$.name.from') is not null
    ), '[]') where person is null`,
]
