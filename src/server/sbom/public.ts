export { demandPossible } from './format.ts'
export { exportsSettled, resumeExports } from './run.ts'
