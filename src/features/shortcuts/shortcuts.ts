import { paths } from '#lib/urls/paths.ts'
import { reasonChoices, stateWords } from '../triage/labels.ts'
import { shortcutLabels } from './labels.ts'

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
  next: { keys: ['j'], words: shortcutLabels.next, places: finding },
  previous: { keys: ['k'], words: shortcutLabels.previous, places: finding },
  move: { keys: ['ArrowDown', 'ArrowUp'], words: shortcutLabels.move, places: ['rows'] },
  leap: { keys: ['PageDown', 'PageUp'], words: shortcutLabels.leap, places: ['rows'] },
  ends: { keys: ['Home', 'End'], words: shortcutLabels.ends, places: ['rows'] },
  open: { keys: ['Enter'], words: shortcutLabels.open, places: ['rows'] },
  select: { keys: ['x'], words: shortcutLabels.select, places: ['list'], actsOnRow: true },
  extend: { keys: ['Shift+J', 'Shift+ArrowDown'], words: shortcutLabels.extend, places: ['list'] },
  extendBack: {
    keys: ['Shift+K', 'Shift+ArrowUp'],
    words: shortcutLabels.extendBack,
    places: ['list'],
  },
  openPage: { keys: ['Shift+Enter'], words: shortcutLabels.openPage, places: finding, actsOnRow: true },
  ignore: { keys: state('ignored'), words: shortcutLabels.ignore, places: finding, actsOnRow: true },
  repeat: {
    keys: ['Shift+I'],
    words: shortcutLabels.repeat,
    places: finding,
    actsOnRow: true,
  },
  reviewing: { keys: state('reviewing'), words: shortcutLabels.reviewing, places: finding, actsOnRow: true },
  fixing: { keys: state('fixing'), words: shortcutLabels.fixing, places: finding, actsOnRow: true },
  reopen: { keys: state('reopened'), words: shortcutLabels.reopen, places: finding, actsOnRow: true },
  same: {
    keys: ['y'],
    words: shortcutLabels.same,
    places: finding,
    actsOnRow: true,
  },
  different: {
    keys: ['n'],
    words: shortcutLabels.different,
    places: finding,
    actsOnRow: true,
  },
  undo: {
    keys: ['u'],
    words: shortcutLabels.undo,
    places: finding,
    actsOnRow: true,
  },
  ticket: { keys: ['t'], words: shortcutLabels.ticket, places: finding, actsOnRow: true },
  copyLink: { keys: ['c'], words: shortcutLabels.copyLink, places: finding },
  search: { keys: ['/'], words: shortcutLabels.search, places: ['list'] },
  previousPage: { keys: ['['], words: shortcutLabels.previousPage, places: ['list'] },
  nextPage: { keys: [']'], words: shortcutLabels.nextPage, places: ['list'] },
  close: { keys: ['Escape'], words: shortcutLabels.close, places: finding },
  reason: {
    keys: reasonChoices.map(({ key }) => key),
    words: reasonChoices.map(({ word }) => word).join(', '),
    places: ['line'],
  },
  nextRow: { keys: ['j'], words: shortcutLabels.nextRow, places: ['table'] },
  previousRow: { keys: ['k'], words: shortcutLabels.previousRow, places: ['table'] },
  selectRow: { keys: ['x'], words: shortcutLabels.selectRow, places: ['table'], actsOnRow: true },
  extendRow: {
    keys: ['Shift+J', 'Shift+ArrowDown'],
    words: shortcutLabels.extendRow,
    places: ['table'],
  },
  extendRowBack: {
    keys: ['Shift+K', 'Shift+ArrowUp'],
    words: shortcutLabels.extendRowBack,
    places: ['table'],
  },
  searchRows: { keys: ['/'], words: shortcutLabels.searchRows, places: ['table'] },
  pageBefore: { keys: ['['], words: shortcutLabels.pageBefore, places: ['table'] },
  pageAfter: { keys: [']'], words: shortcutLabels.pageAfter, places: ['table'] },
  undoRow: { keys: ['u'], words: shortcutLabels.undoRow, places: ['table'], actsOnRow: true },
  tagRow: { keys: ['t'], words: shortcutLabels.tagRow, places: ['table'], actsOnRow: true },
  leaveRows: { keys: ['Escape'], words: shortcutLabels.leaveRows, places: ['table'] },
  setMode: { keys: ['1', '2', '3', '4'], words: shortcutLabels.setMode, places: ['table'], actsOnRow: true },
  save: { keys: ['Enter'], words: shortcutLabels.save, places: ['line'] },
  cancel: { keys: ['Escape'], words: shortcutLabels.cancel, places: ['line'] },
  palette: {
    keys: ['Mod+k'],
    words: shortcutLabels.palette,
    places: ['anywhere'],
  },
  sheet: { keys: ['?'], words: shortcutLabels.sheet, places: ['anywhere'] },
  goCode: {
    keys: ['g c'],
    words: shortcutLabels.goCode,
    places: ['anywhere'],
    page: (deployment) => paths.findings(deployment, 'sast'),
  },
  goSupplyChain: {
    keys: ['g s'],
    words: shortcutLabels.goSupplyChain,
    places: ['anywhere'],
    page: (deployment) => paths.findings(deployment, 'sca'),
  },
  goSecrets: {
    keys: ['g x'],
    words: shortcutLabels.goSecrets,
    places: ['anywhere'],
    page: (deployment) => paths.findings(deployment, 'secrets'),
  },
  goProjects: { keys: ['g p'], words: shortcutLabels.goProjects, places: ['anywhere'], page: paths.projects },
  goDependencies: {
    keys: ['g d'],
    words: shortcutLabels.goDependencies,
    places: ['anywhere'],
    page: (deployment) => paths.dependencies(deployment),
  },
  goPolicies: {
    keys: ['g r'],
    words: shortcutLabels.goPolicies,
    places: ['anywhere'],
    page: paths.policies,
  },
  goScans: {
    keys: ['g n'],
    words: shortcutLabels.goScans,
    places: ['anywhere'],
    page: (deployment) => paths.scans(deployment),
  },
  goExports: {
    keys: ['g e'],
    words: shortcutLabels.goExports,
    places: ['anywhere'],
    page: (deployment) => paths.exports(deployment),
  },
  goSettings: { keys: ['g ,'], words: shortcutLabels.goSettings, places: ['anywhere'], page: paths.settings },
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
