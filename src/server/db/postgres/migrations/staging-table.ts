/** The column `upgrade` of a finding. A generated column needs a function that is declared immutable. */
export const upgradeFunction = `create function upgrade_of(document text) returns text immutable language sql as $$
  select (document::json #>> '{fix_recommendations,0,package}') || '@' || (document::json #>> '{fix_recommendations,0,version}')
$$`

/**
 * The findings of imports before their transaction. Not logged: a crash of the server loses them, and the import fails
 * or begins anew.
 */
export const stagingTable = `create unlogged table staged_finding (
    staging text not null,
    number bigint not null,
    staged_at timestamptz not null default now(),
    row_json text not null,
    primary key (staging, number)
  )`
