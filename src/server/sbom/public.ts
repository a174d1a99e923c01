export { exportsSettled, resumeExports } from './run.ts'
