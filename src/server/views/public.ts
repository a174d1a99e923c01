export { countDefaultViews, type DefaultView, readDefaultViews } from './defaults.ts'
