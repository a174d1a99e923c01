export { resumeJobs, startJobs, stopJobs, waitForJobs } from './runner.ts'
