/** The database that each test's database is a copy of. */
export const template = 'gatehouse_template'
