export { createChanges } from './change.ts'
export { changesBetween } from './log.ts'
export { trimRegularly } from './trim.ts'
