export { importQueue, jobQueue } from './queue.ts'
