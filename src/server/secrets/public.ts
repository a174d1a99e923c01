export type { SecretRow } from './queries.ts'
export { answeredSecret } from './secret.ts'
