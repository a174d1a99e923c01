import { formatNumber, plural } from '#lib/text/format.ts'

/** Labels of renaming, merging and splitting a project. */
export const labels = {
  cancel: 'Cancel',
  preview: 'Preview',
  undo: 'Undo',
  notUndone: (why: string) => `Couldn't undo: ${why}`,
  undone: (name: string) => `Undone: ${name}`,
  left: (scans: number, findings: number) =>
    `${plural(scans, 'scan')} with ${plural(findings, 'new finding')} arrived since and stayed with the other project.`,
  missing: { folder: 'Enter a folder', name: 'Enter a name' },
  reuse: 'Reuse the former name of the other project',
  parts: {
    findings: (count: number) => plural(count, 'finding'),
    decisions: (count: number) => `${formatNumber(count)} triaged`,
    united: (count: number) => `${formatNumber(count)} of them in both projects, kept once`,
    scans: (count: number) => plural(count, 'scan'),
    refs: (count: number) => plural(count, 'branch', 'branches'),
    lockfiles: (count: number) => plural(count, 'lockfile'),
    policies: (count: number) =>
      `${plural(count, 'policy', 'policies')} that ${count === 1 ? 'applies' : 'apply'} as before`,
    owner_rules: (count: number) => plural(count, 'owner rule'),
    tokens: (count: number) => plural(count, 'restricted token'),
    filters: (count: number) => plural(count, 'view, filter or webhook', 'views, filters and webhooks'),
  },
  undoable: 'You can undo this for 24 hours, later with the number of the change in the audit log.',
  rename: {
    title: (name: string) => `Rename ${name}`,
    text: 'To move it to another organization or folder, change the part before the slash.',
    button: 'Rename project',
    effects: 'What follows the new name',
    name: 'New name',
    done: (from: string, to: string) => `${from} renamed to ${to}`,
  },
  merge: {
    title: (name: string) => `Merge ${name} into another project`,
    text: 'Everything moves to the other project, which keeps its settings. Its decisions and those of this project are kept.',
    button: 'Merge project',
    effects: 'What moves',
    name: 'Merge into',
    done: (from: string, to: string) => `${from} merged into ${to}`,
  },
  split: {
    title: (name: string) => `Split a folder off ${name}`,
    text: 'Findings and lockfiles under the folder move to a new project, as does what later uploads report there.',
    button: 'Split project',
    effects: 'What moves',
    folder: 'Folder',
    folderHint: 'Such as services/api',
    name: 'Name of the new project',
    done: (from: string, to: string) => `${to} split off ${from}`,
  },
} as const
