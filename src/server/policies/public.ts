export { modesByStrictness } from './effective-modes.ts'
export { followMostProjects } from './majority-texts.ts'
export { shownText, textFields } from './text-fields.ts'
