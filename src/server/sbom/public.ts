export { assertFormat } from './format.ts'
export { waitForExports, resumeExports } from './run.ts'
