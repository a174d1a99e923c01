export { createDueRetentionJobs } from './create-job.ts'
export { runRetentionStep } from './run.ts'
export { keepEverything, retentionSetting } from './settings.ts'
