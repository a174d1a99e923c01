export { gemPlatform } from './gem.ts'
export { statusOfVersion, type VersionStatus } from './listed-versions.ts'
export { isSameVersion, type ReadVersion, versionOrder } from './order.ts'
export { isInRange } from './range.ts'
