export { toSecret } from './secret.ts'
