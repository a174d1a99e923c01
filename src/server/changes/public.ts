export { createChanges } from './change.ts'
export { type ChangesSince, changesBetween } from './log.ts'
export { trimRegularly } from './trim.ts'
