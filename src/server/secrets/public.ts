export type { SecretRow } from './queries.ts'
export { toSecret } from './secret.ts'
