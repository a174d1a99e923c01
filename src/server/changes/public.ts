export { changeNewDeployment, createChanges, record } from './change.ts'
export type { Change, ChangeEvent } from './change-services.ts'
export { type ChangesSince, changesBetween } from './log.ts'
export { trimRegularly } from './trim.ts'
