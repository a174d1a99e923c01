export { readDueDates } from './read-setting.ts'
