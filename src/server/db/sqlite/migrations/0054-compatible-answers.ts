/** Whether a token gets the answers that existing clients of other services read. */
export const statements = ['alter table token add column compatible_answers integer not null default 0']
