export { followGroups } from './follow-groups.ts'
