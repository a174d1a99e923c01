// The entry point to the engine for other threads. It does not load the code for opening and migrating a database,
// which would stay in the memory of each thread.
export { openSnapshot } from './sqlite/connection.ts'
