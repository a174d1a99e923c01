export { countCoverage } from './coverage.ts'
export { readProjectByName } from './project.ts'
export { readTags } from './tags.ts'
export { referenceRefs, shownBranch } from './writes.ts'
