export {
  askedOf,
  disabledLevel,
  type EffectiveModes,
  levelCount,
  levelOfMode,
  modeOfLevel,
  readEffectiveModes,
} from './effective-modes.ts'
export { assertRevision, policyRevision } from './revision.ts'
export { followTagsInPolicies, type TagChange } from './tag-effects.ts'
export { shownText, textFields } from './text-fields.ts'
