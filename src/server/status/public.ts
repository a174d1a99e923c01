export { readLastBackup } from './backup.ts'
