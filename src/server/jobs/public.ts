export { waitForJobs, resumeJobs, stopJobs, startJobs } from './runner.ts'
