import { paths } from '#lib/paths.ts'
import { reasonChoices, stateWords } from '../triage/words.ts'

/**
 * Where a key is heard: `list` anywhere on a list of findings, `table` on a list of anything else, `rows` while a row of a
 * table has the focus, `line` in the line that asks for a reason, `detail` in an open finding, `anywhere` on every page.
 */
export type Place = 'list' | 'table' | 'rows' | 'line' | 'detail' | 'anywhere'

interface Shortcut {
  /**
   * A key as `KeyboardEvent.key` says it, letters in lower case; `Shift+` before a letter or a key with a name, `Mod+` for
   * Ctrl or ⌘; two keys one after the other with a space between them.
   */
  keys: readonly string[]
  /** What it does, to be read in the sheet. */
  words: string
  places: readonly Place[]
  /** It changes or takes the row that has the focus, so that it is heard there alone, and in the bar of a selection. */
  actsOnRow?: true
  /** The page it goes to: its path without a query. */
  page?: (deployment: string) => string
}

const state = (name: keyof typeof stateWords) => [stateWords[name].key.toLowerCase()]
const finding = ['list', 'detail'] as const

/**
 * Every key of the dashboard, said once: the lists, the detail and the shell bind what stands here, and the sheet that `?`
 * opens shows it. The keys of `rows` are bound by the table itself, which knows nothing of findings.
 */
export const shortcuts = {
  next: { keys: ['j'], words: 'Next finding', places: finding },
  previous: { keys: ['k'], words: 'Previous finding', places: finding },
  move: { keys: ['ArrowDown', 'ArrowUp'], words: 'Move by a row', places: ['rows'] },
  leap: { keys: ['PageDown', 'PageUp'], words: 'Move by a screen', places: ['rows'] },
  ends: { keys: ['Home', 'End'], words: 'First and last row', places: ['rows'] },
  open: { keys: ['Enter'], words: 'Open the finding beside the list', places: ['rows'] },
  select: { keys: ['x'], words: 'Select the finding, or take it back', places: ['list'], actsOnRow: true },
  extend: { keys: ['Shift+J', 'Shift+ArrowDown'], words: 'Select the next one as well', places: ['list'] },
  extendBack: {
    keys: ['Shift+K', 'Shift+ArrowUp'],
    words: 'Select the previous one as well',
    places: ['list'],
  },
  openPage: { keys: ['Shift+Enter'], words: 'Open the finding as a page', places: finding, actsOnRow: true },
  ignore: { keys: state('ignored'), words: 'Ignore, with a reason', places: finding, actsOnRow: true },
  repeat: {
    keys: ['Shift+I'],
    words: 'Ignore with the last reason and note',
    places: finding,
    actsOnRow: true,
  },
  reviewing: { keys: state('reviewing'), words: 'Mark as reviewing', places: finding, actsOnRow: true },
  fixing: { keys: state('fixing'), words: 'Mark as fixing', places: finding, actsOnRow: true },
  reopen: { keys: state('reopened'), words: 'Reopen', places: finding, actsOnRow: true },
  same: {
    keys: ['y'],
    words: 'Confirm that an uncertain finding is the same',
    places: finding,
    actsOnRow: true,
  },
  different: {
    keys: ['n'],
    words: 'Say that an uncertain finding is a different one',
    places: finding,
    actsOnRow: true,
  },
  undo: {
    keys: ['u'],
    words: 'Undo the last decision, again for the one before',
    places: finding,
    actsOnRow: true,
  },
  ticket: { keys: ['t'], words: 'Open a ticket', places: finding, actsOnRow: true },
  copyLink: { keys: ['c'], words: 'Copy the link', places: finding },
  search: { keys: ['/'], words: 'Search the list', places: ['list'] },
  previousPage: { keys: ['['], words: 'Previous page', places: ['list'] },
  nextPage: { keys: [']'], words: 'Next page', places: ['list'] },
  close: { keys: ['Escape'], words: 'Clear the selection, then close what is open', places: finding },
  reason: {
    keys: reasonChoices.map(({ key }) => key),
    words: reasonChoices.map(({ word }) => word).join(', '),
    places: ['line'],
  },
  nextRow: { keys: ['j'], words: 'Next row', places: ['table'] },
  previousRow: { keys: ['k'], words: 'Previous row', places: ['table'] },
  selectRow: { keys: ['x'], words: 'Select the row, or take it back', places: ['table'], actsOnRow: true },
  extendRow: {
    keys: ['Shift+J', 'Shift+ArrowDown'],
    words: 'Select the next row as well',
    places: ['table'],
  },
  extendRowBack: {
    keys: ['Shift+K', 'Shift+ArrowUp'],
    words: 'Select the previous row as well',
    places: ['table'],
  },
  searchRows: { keys: ['/'], words: 'Search the list', places: ['table'] },
  pageBefore: { keys: ['['], words: 'Previous page', places: ['table'] },
  pageAfter: { keys: [']'], words: 'Next page', places: ['table'] },
  undoRow: { keys: ['u'], words: 'Undo the last change', places: ['table'], actsOnRow: true },
  tagRow: { keys: ['t'], words: 'Edit the tags', places: ['table'], actsOnRow: true },
  leaveRows: { keys: ['Escape'], words: 'Clear the selection', places: ['table'] },
  setMode: { keys: ['1', '2', '3', '4'], words: 'Set the mode', places: ['table'], actsOnRow: true },
  save: { keys: ['Enter'], words: 'Save and go on', places: ['line'] },
  cancel: { keys: ['Escape'], words: 'Close it; what was typed is kept', places: ['line'] },
  palette: {
    keys: ['Mod+k'],
    words: 'Search pages, views, projects, rules, findings and actions',
    places: ['anywhere'],
  },
  sheet: { keys: ['?'], words: 'Show these keys', places: ['anywhere'] },
  goCode: {
    keys: ['g c'],
    words: 'Go to code findings',
    places: ['anywhere'],
    page: (deployment) => paths.findings(deployment, 'sast'),
  },
  goSupplyChain: {
    keys: ['g s'],
    words: 'Go to supply-chain findings',
    places: ['anywhere'],
    page: (deployment) => paths.findings(deployment, 'sca'),
  },
  goSecrets: {
    keys: ['g x'],
    words: 'Go to secrets',
    places: ['anywhere'],
    page: (deployment) => paths.findings(deployment, 'secrets'),
  },
  goProjects: { keys: ['g p'], words: 'Go to projects', places: ['anywhere'], page: paths.projects },
  goDependencies: {
    keys: ['g d'],
    words: 'Go to dependencies',
    places: ['anywhere'],
    page: (deployment) => paths.dependencies(deployment),
  },
  goPolicies: {
    keys: ['g r'],
    words: 'Go to policies and rules',
    places: ['anywhere'],
    page: paths.policies,
  },
  goScans: {
    keys: ['g n'],
    words: 'Go to scans',
    places: ['anywhere'],
    page: (deployment) => paths.scans(deployment),
  },
  goExports: {
    keys: ['g e'],
    words: 'Go to exports',
    places: ['anywhere'],
    page: (deployment) => paths.exports(deployment),
  },
  goSettings: { keys: ['g ,'], words: 'Go to settings', places: ['anywhere'], page: paths.settings },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

/** The shortcuts that are heard in a place. */
export type NamesIn<P extends Place> = {
  [Name in ShortcutName]: P extends (typeof shortcuts)[Name]['places'][number] ? Name : never
}[ShortcutName]

const entries = Object.entries<Shortcut>(shortcuts)

/** What is bound to keys in a place, in the order of the table. */
export function shortcutsIn(place: Place): readonly (readonly [string, Shortcut])[] {
  return entries.filter(([, { places }]) => places.includes(place))
}
