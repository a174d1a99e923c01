export { discover } from './provider.ts'
export { createSingleSignOn } from './single-sign-on.ts'
