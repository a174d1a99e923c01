export { countInbox } from './items.ts'
