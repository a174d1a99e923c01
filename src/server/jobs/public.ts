export { jobQueue } from './queue.ts'
