export { jobsSettled, resumeJobs, stopJobs, wake } from './runner.ts'
