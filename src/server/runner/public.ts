export type { JobQueue, Lease } from './job-queue.ts'
export { holdLease, isHeld, LeaseLost } from './lease.ts'
export { Runner } from './runner.ts'
