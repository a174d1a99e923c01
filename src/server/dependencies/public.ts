export { loadDependencies, warmDependencies } from './columns/dependencies-kind.ts'
