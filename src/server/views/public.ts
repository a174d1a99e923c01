export { defaultViews } from './defaults.ts'
