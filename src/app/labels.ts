/** Every text of the frame around the pages: navigation, top line, jobs, keyboard shortcuts. */
export const labels = {
  skip: 'Skip to content',
  loadingPage: 'Loading the page',
  navigation: {
    main: 'Main',
    open: 'Navigation',
    expand: 'Expand navigation',
    collapse: 'Collapse navigation',
    groups: { findings: 'Findings', deployment: 'Deployment' },
    code: 'Code',
    supplyChain: 'Supply chain',
    secrets: 'Secrets',
    projects: 'Projects',
    dependencies: 'Dependencies',
    policies: 'Policies',
    scans: 'Scans',
    exports: 'Exports',
    settings: 'Settings',
    counted: {
      view: 'in your view',
      secrets: 'open, each once',
      findings: 'open on primary branches',
      projects: 'projects',
    },
    noPage: 'That page does not exist here',
  },
  deployment: {
    choose: 'Deployment',
    switch: (name: string, detail: string) => `${name} ${detail}, switch deployment`,
  },
  breadcrumb: 'Breadcrumb',
  demo: { tag: 'Demo data', hint: 'All data in this deployment is made up' },
  search: { short: 'Search', long: 'Search and actions' },
  live: {
    name: (word: string) => `Updates: ${word}`,
    live: { word: 'Live', hint: 'Changes by others appear automatically' },
    reconnecting: {
      word: 'Reconnecting…',
      hint: 'Changes by others do not appear until the service answers again',
    },
    off: { word: 'Off', hint: 'This service sends no updates. Reload the page to see changes by others.' },
  },
  theme: { button: 'Theme', light: 'Light', dark: 'Dark', system: 'Match system' },
  person: {
    signedIn: (name: string) => `Signed in as ${name}`,
    decisions: 'My recent decisions',
    shortcuts: 'Keyboard shortcuts',
    sessions: 'My sessions',
    appearance: 'Appearance',
    singleKeys: 'Single-key shortcuts',
    signOut: 'Sign out',
    allScopes: 'All permissions',
    noScopes: 'No permissions',
  },
  jobs: {
    title: 'Jobs',
    button: (running: number) => (running > 0 ? `Jobs, ${running} running` : 'Jobs'),
    show: 'Show',
    undo: 'Undo',
    cancel: 'Cancel',
    failed: 'Could not load jobs',
    notCanceled: (why: string) => `Could not cancel: ${why}`,
    emptyTitle: 'No jobs yet',
    empty: 'Bulk triage, imports and exports appear here while they run.',
    states: {
      queued: 'Queued',
      running: 'Running',
      done: 'Done',
      failed: 'Failed',
      cancelled: 'Canceled',
    },
    scan: (id: number) => `Scan ${id}`,
    undoing: 'Undo started',
    undone: 'Undone',
  },
  decisions: {
    title: 'My recent decisions',
    description:
      'You can undo each for 24 hours. Findings triaged again since then are not changed. Counts include the same finding on other branches.',
    failed: 'Your decisions could not be loaded',
    emptyTitle: 'No decisions yet',
    empty: 'Findings you triage are listed here, and can be undone.',
    job: ' · as a job',
    undone: ' · undone ',
    undo: 'Undo',
    undoOne: (change: string) => `Undo ${change}`,
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    places: {
      anywhere: 'on every page',
      list: 'in a list of findings',
      table: 'in other lists',
      rows: 'on a row',
      line: 'while ignoring a finding',
      detail: 'in an open finding',
    },
    or: ' or ',
  },
  missing: {
    dialog: 'This could not be opened',
    part: 'Part of this page could not be loaded',
    newer: 'The service did not answer, or a newer version is running. Save your work before reloading.',
    reload: 'Reload',
    offline: 'The service is unreachable. Try again later.',
  },
} as const

/** The words of pages and notices that stand in for a page: not found, offline, signed out. */
export const frameLabels = {
  noDeployment: {
    title: 'No deployments yet',
    detail: 'Import a scan report to create one:',
  },
  notFound: {
    heading: 'Page not found',
    title: 'Page not found',
    detail: 'The link may be incomplete, or the page has moved.',
    action: 'Go to findings',
  },
  notLoaded: {
    detail:
      'Part of this page could not be loaded. The service is not responding, or a newer version is running.',
    action: 'Reload',
  },
  unknownDeployment: {
    heading: 'Deployment not found',
    title: (slug: string) => `Deployment “${slug}” not found`,
    detail: "It does not exist, or your token doesn't have access to it.",
    open: (name: string) => `Open ${name}`,
  },
  offline: {
    title: 'The service is unreachable.',
    detail:
      'The data on this page may be out of date, and changes are not saved. Retrying every few seconds.',
    action: 'Retry now',
  },
  expired: {
    title: 'Your session has expired',
    detail: 'Sign in again to continue. Nothing on this page is lost.',
    leave: 'Go to sign-in page',
  },
}
