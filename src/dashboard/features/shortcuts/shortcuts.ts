import { paths } from '#lib/urls/paths.ts'
import { reasonChoices, stateText } from '../triage/labels.ts'
import { shortcutLabels } from './labels.ts'

/**
 * The scope of a shortcut: `list` anywhere on a findings list, `table` on any other list, `rows` while a table row has
 * the focus, `line` in the inline reason form, `form` in a field of any form or dialog, `detail` in an open finding,
 * `anywhere` on every page.
 */
export type ShortcutScope = 'list' | 'table' | 'rows' | 'line' | 'form' | 'detail' | 'anywhere'

interface Shortcut {
  /**
   * A key as in `KeyboardEvent.key`, letters in lower case; `Shift+` before a letter or a named key, `Mod+` for Ctrl or
   * ⌘; two keys in sequence are separated by a space.
   */
  keys: readonly string[]
  /** The action, as the shortcuts dialog shows it. */
  label: string
  scopes: readonly ShortcutScope[]
  /** It acts on the focused row, so it is active only there and in the selection bar. */
  actsOnRow?: true
  /** The page it opens: its path without a query. */
  page?: (deployment: string) => string
}

const state = (name: keyof typeof stateText) => [stateText[name].key.toLowerCase()]
const finding = ['list', 'detail'] as const

/**
 * All shortcuts of the dashboard: the lists, the detail and the shell bind these, and the dialog that `?` opens shows
 * them. The keys of `rows` are bound by the table itself, which is independent of findings.
 */
export const shortcuts = {
  next: { keys: ['j'], label: shortcutLabels.next, scopes: finding },
  previous: { keys: ['k'], label: shortcutLabels.previous, scopes: finding },
  move: { keys: ['ArrowDown', 'ArrowUp'], label: shortcutLabels.move, scopes: ['rows'] },
  leap: { keys: ['PageDown', 'PageUp'], label: shortcutLabels.leap, scopes: ['rows'] },
  ends: { keys: ['Home', 'End'], label: shortcutLabels.ends, scopes: ['rows'] },
  open: { keys: ['Enter'], label: shortcutLabels.open, scopes: ['rows'] },
  select: { keys: ['x'], label: shortcutLabels.select, scopes: ['list'], actsOnRow: true },
  extend: { keys: ['Shift+J', 'Shift+ArrowDown'], label: shortcutLabels.extend, scopes: ['list'] },
  extendBack: {
    keys: ['Shift+K', 'Shift+ArrowUp'],
    label: shortcutLabels.extendBack,
    scopes: ['list'],
  },
  openPage: { keys: ['Shift+Enter'], label: shortcutLabels.openPage, scopes: finding, actsOnRow: true },
  ignore: { keys: state('ignored'), label: shortcutLabels.ignore, scopes: finding, actsOnRow: true },
  repeat: {
    keys: ['Shift+I'],
    label: shortcutLabels.repeat,
    scopes: finding,
    actsOnRow: true,
  },
  reviewing: { keys: state('reviewing'), label: shortcutLabels.reviewing, scopes: finding, actsOnRow: true },
  fixing: { keys: state('fixing'), label: shortcutLabels.fixing, scopes: finding, actsOnRow: true },
  reopen: { keys: state('reopened'), label: shortcutLabels.reopen, scopes: finding, actsOnRow: true },
  same: {
    keys: ['y'],
    label: shortcutLabels.same,
    scopes: finding,
    actsOnRow: true,
  },
  different: {
    keys: ['n'],
    label: shortcutLabels.different,
    scopes: finding,
    actsOnRow: true,
  },
  undo: {
    keys: ['u'],
    label: shortcutLabels.undo,
    scopes: finding,
    actsOnRow: true,
  },
  ticket: { keys: ['t'], label: shortcutLabels.ticket, scopes: finding, actsOnRow: true },
  assign: { keys: ['a'], label: shortcutLabels.assign, scopes: finding, actsOnRow: true },
  copyLink: { keys: ['c'], label: shortcutLabels.copyLink, scopes: finding },
  search: { keys: ['/'], label: shortcutLabels.search, scopes: ['list'] },
  previousPage: { keys: ['['], label: shortcutLabels.previousPage, scopes: ['list'] },
  nextPage: { keys: [']'], label: shortcutLabels.nextPage, scopes: ['list'] },
  close: { keys: ['Escape'], label: shortcutLabels.close, scopes: finding },
  reason: {
    keys: reasonChoices.map(({ key }) => key),
    label: reasonChoices.map(({ word }) => word).join(', '),
    scopes: ['line'],
  },
  nextRow: { keys: ['j'], label: shortcutLabels.nextRow, scopes: ['table'] },
  previousRow: { keys: ['k'], label: shortcutLabels.previousRow, scopes: ['table'] },
  selectRow: { keys: ['x'], label: shortcutLabels.selectRow, scopes: ['table'], actsOnRow: true },
  extendRow: {
    keys: ['Shift+J', 'Shift+ArrowDown'],
    label: shortcutLabels.extendRow,
    scopes: ['table'],
  },
  extendRowBack: {
    keys: ['Shift+K', 'Shift+ArrowUp'],
    label: shortcutLabels.extendRowBack,
    scopes: ['table'],
  },
  searchRows: { keys: ['/'], label: shortcutLabels.searchRows, scopes: ['table'] },
  pageBefore: { keys: ['['], label: shortcutLabels.pageBefore, scopes: ['table'] },
  pageAfter: { keys: [']'], label: shortcutLabels.pageAfter, scopes: ['table'] },
  undoRow: { keys: ['u'], label: shortcutLabels.undoRow, scopes: ['table'], actsOnRow: true },
  tagRow: { keys: ['t'], label: shortcutLabels.tagRow, scopes: ['table'], actsOnRow: true },
  decideRow: { keys: ['a', 'd'], label: shortcutLabels.decideRow, scopes: ['table'], actsOnRow: true },
  leaveRows: { keys: ['Escape'], label: shortcutLabels.leaveRows, scopes: ['table'] },
  setMode: { keys: ['1', '2', '3', '4'], label: shortcutLabels.setMode, scopes: ['table'], actsOnRow: true },
  save: { keys: ['Enter'], label: shortcutLabels.save, scopes: ['line'] },
  cancel: { keys: ['Escape'], label: shortcutLabels.cancel, scopes: ['line'] },
  submit: { keys: ['Mod+Enter'], label: shortcutLabels.submit, scopes: ['form'] },
  palette: {
    keys: ['Mod+k'],
    label: shortcutLabels.palette,
    scopes: ['anywhere'],
  },
  help: { keys: ['?'], label: shortcutLabels.help, scopes: ['anywhere'] },
  goOverview: {
    keys: ['g o'],
    label: shortcutLabels.goOverview,
    scopes: ['anywhere'],
    page: paths.deployment,
  },
  goInbox: {
    keys: ['g i'],
    label: shortcutLabels.goInbox,
    scopes: ['anywhere'],
    page: (deployment) => `${paths.deployment(deployment)}/inbox`,
  },
  goCode: {
    keys: ['g c'],
    label: shortcutLabels.goCode,
    scopes: ['anywhere'],
    page: (deployment) => paths.findings(deployment, 'sast'),
  },
  goSupplyChain: {
    keys: ['g s'],
    label: shortcutLabels.goSupplyChain,
    scopes: ['anywhere'],
    page: (deployment) => paths.findings(deployment, 'sca'),
  },
  goSecrets: {
    keys: ['g x'],
    label: shortcutLabels.goSecrets,
    scopes: ['anywhere'],
    page: (deployment) => paths.findings(deployment, 'secrets'),
  },
  goProjects: { keys: ['g p'], label: shortcutLabels.goProjects, scopes: ['anywhere'], page: paths.projects },
  goDependencies: {
    keys: ['g d'],
    label: shortcutLabels.goDependencies,
    scopes: ['anywhere'],
    page: (deployment) => paths.dependencies(deployment),
  },
  goPolicies: {
    keys: ['g r'],
    label: shortcutLabels.goPolicies,
    scopes: ['anywhere'],
    page: paths.policies,
  },
  goScans: {
    keys: ['g n'],
    label: shortcutLabels.goScans,
    scopes: ['anywhere'],
    page: (deployment) => paths.scans(deployment),
  },
  goExports: {
    keys: ['g e'],
    label: shortcutLabels.goExports,
    scopes: ['anywhere'],
    page: (deployment) => paths.exports(deployment),
  },
  goSettings: { keys: ['g ,'], label: shortcutLabels.goSettings, scopes: ['anywhere'], page: paths.settings },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

/** The shortcuts of a scope. */
export type NamesIn<P extends ShortcutScope> = {
  [Name in ShortcutName]: P extends (typeof shortcuts)[Name]['scopes'][number] ? Name : never
}[ShortcutName]

const entries = Object.entries<Shortcut>(shortcuts)

/** Returns the shortcuts of a scope, in the order of the table. */
export function shortcutsIn(scope: ShortcutScope): readonly (readonly [string, Shortcut])[] {
  return entries.filter(([, { scopes }]) => scopes.includes(scope))
}
