// The door to the engine for other threads: it loads nothing that only opening and migrating a database needs, which a
// thread would leave in the memory of the process.
export { openSnapshot } from './sqlite/connection.ts'
