/** Indexes that only served lists and counts in SQL, which column stores answer: each cost every written finding. */
export const statements = [
  'drop index if exists finding_list',
  'drop index if exists finding_usual_list',
  'drop index if exists finding_by_severity',
  'drop index if exists finding_of_package',
]
