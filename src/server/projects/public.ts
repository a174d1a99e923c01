export { countCoverage } from './coverage.ts'
export { readProjectByName } from './project.ts'
export { referenceRefs } from './reference-refs.ts'
export { readTags } from './tags.ts'
