export { jobsSettled, resumeJobs, stopJobs } from './runner.ts'
