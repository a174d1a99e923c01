export { isSilent, scansForInterval } from './silent.ts'
