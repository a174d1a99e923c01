export { modesByStrictness } from './effective-modes.ts'
