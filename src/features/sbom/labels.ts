import { formatNumber, plural } from '#lib/text/format.ts'

/** Labels of SBOM exports, except those of their page. */
export const labels = {
  /** The NTIA minimum elements. */
  elements: {
    supplier: 'Supplier',
    name: 'Component name',
    version: 'Version',
    identifier: 'Unique identifier',
    relationship: 'Dependency relationship',
    author: 'SBOM author',
    timestamp: 'Timestamp',
  },
  /** The number of components that have an element, of those that need it. */
  have: (element: string, have: number, of: number) =>
    `${element}: ${formatNumber(have)} of ${formatNumber(of)}`,
  completeness: 'Completeness',
  whole: 'All NTIA minimum elements are present.',
  setSupplier: 'Set the supplier',
  showMissing: 'Show',
  showMissingLabel: (element: string) => `Show packages without: ${element}`,
  /** Why an SBOM has fewer components than its project has package uses. */
  onceHint: 'An SBOM lists each package version once, however many lockfiles it is in.',

  states: { running: 'Running', failed: 'Failed', ready: 'Completed', expired: 'Expired' },
  deployment: 'Entire deployment',
  deploymentInSentence: 'the entire deployment',
  projectId: (id: string) => `Project ${id}`,
  noReason: 'The service gave no reason.',
  lacksScope: "You don't have permission to export SBOMs: your token lacks the scope sbom:export",

  download: 'Download',
  downloadOf: (what: string) => `Download the SBOM of ${what}`,
  downloadAgain: 'Download again',
  retry: 'Retry',
  retryOf: (what: string) => `Retry the SBOM of ${what}`,
  regenerate: 'Regenerate',
  regenerateOf: (what: string) => `Regenerate the SBOM of ${what}`,
  regenerateHint: 'From the same scan',
  notRepeatable: "This export can't be regenerated: its scan data was not kept",
  retryFailed: (why: string) => `Couldn't retry the export: ${why}`,
  regenerateFailed: (why: string) => `Couldn't regenerate the export: ${why}`,
  notDownloaded: 'Download failed',
  notDownloadedWhy: (why: string) => `Download failed: ${why}`,
  fileExpired: 'The file has expired. Regenerate it.',

  ready: (what: string) => `The SBOM of ${what} is ready`,
  failed: (what: string) => `Couldn't create the SBOM of ${what}`,
  failedWhy: (why: string) => `Couldn't create the SBOM: ${why}`,
  downloadStarted: 'Download started.',
  running: (format?: string) =>
    `Creating the SBOM${format ? ` (${format})` : ''}… The download starts automatically. You can leave this page.`,
  done: (facts: readonly string[]) => `The SBOM is ready: ${facts.join(', ')}.`,
  commit: (id: string) => `commit ${id}`,
  components: (count: number) => plural(count, 'component'),
  allExports: 'All exports',
  startedUnread: (why: string) => `The export was started, but its status couldn't be loaded: ${why}.`,
  startedUntold: "The export was started. This service doesn't report its status.",

  cards: {
    title: 'Exports',
    mine: 'All my exports',
    of: 'SBOM of',
    progress: (what: string) => `SBOM of ${what}`,
  },

  dialog: {
    title: 'Export SBOM',
    titleOf: (what: string) => `Export SBOM of ${what}`,
    cancel: 'Cancel',
    export: 'Export',
    vulnerabilities: 'Include known vulnerabilities',
    vulnerabilitiesSeen: 'Recipients will see them.',
    vulnerabilitiesUnsupported: (format: string) =>
      `${format} can't include triage. Use CycloneDX to include vulnerabilities.`,
    target: 'Target',
    branch: 'Branch',
    primary: (branch: string) => `${branch} (primary)`,
    primaryBranch: 'Primary branch',
    componentVersion: 'Component version',
    chooseTarget: 'Choose a project or the entire deployment',
    searchProjects: 'Search projects',
    searchTargets: 'Search projects, or choose the entire deployment',
    noProject: 'No projects found',
    firstProjects: 'Type to find more projects.',
  },
  described: {
    newest: 'Uses the latest full scan.',
    failed: "Couldn't load the export preview.",
    loading: 'Loading the export preview',
    allProjects: 'Primary branches of all projects, as last scanned',
    commit: 'commit',
    fullScan: 'full scan',
    uses: (count: number) => `${plural(count, 'package use')} in its lockfiles`,
    old: 'This scan is more than a week old.',
  },

  defaults: {
    format: 'Format',
    componentType: 'Component type',
    notSet: (value: string) => `Default: ${value}`,
    noType: (format: string, type: string) => `${format} doesn't support “${type}”`,
    supplier: 'Supplier',
    supplierName: 'Name',
    supplierExample: 'Acme Inc.',
    contactExample: 'Product security',
    supplierUrl: 'Website',
    contactName: 'Contact name',
    contactEmail: 'Contact email',
    contactPhone: 'Contact phone',
  },
} as const
