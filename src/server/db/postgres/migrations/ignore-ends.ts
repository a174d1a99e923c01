import { decisionTables } from '../../ignore-ends.ts'

/** What ends the ignoring of findings beside a date, one of `ignoreEnds`; null for nothing. */
export const ignoreEnds = decisionTables.map((table) => `alter table ${table} add column ignore_ends bigint`)
