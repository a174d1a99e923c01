/** Labels of the frame in its first render: navigation and top bar. */
export const labels = {
  skip: 'Skip to content',
  loadingPage: 'Loading the page',
  navigation: {
    main: 'Main',
    open: 'Navigation',
    expand: 'Expand navigation',
    collapse: 'Collapse navigation',
    groups: { findings: 'Findings', deployment: 'Deployment' },
    overview: 'Overview',
    inbox: 'Inbox',
    code: 'Code',
    supplyChain: 'Supply chain',
    secrets: 'Secrets',
    projects: 'Projects',
    dependencies: 'Dependencies',
    policies: 'Policies',
    scans: 'Scans',
    approvals: 'Approvals',
    exports: 'Exports',
    settings: 'Settings',
    counted: {
      view: 'in your view',
      secrets: 'open, without duplicates',
      findings: 'open on primary branches',
      projects: 'projects',
      inbox: 'waiting for you',
    },
    noPage: 'This page is not available',
  },
  deployment: {
    choose: 'Deployment',
    switch: (name: string, detail: string) => `${name} ${detail}, switch deployment`,
  },
  breadcrumb: 'Breadcrumb',
  pages: {
    signIn: 'Sign in',
    findings: 'Findings',
    codeFindings: 'Code findings',
    supplyChainFindings: 'Supply-chain findings',
    importScans: 'Import scans',
    acceptedRisks: 'Accepted risks',
    /** Settings sections whose URL has another word. */
    settings: { audit: 'Audit log', retention: 'Data retention' },
    notFound: 'Page not found',
    finding: (id: string | undefined) => `Finding ${id}`,
    policy: (id: string | undefined) => `Policy ${id}`,
    scan: (id: string | undefined) => `Scan ${id}`,
  },
  demo: {
    tag: 'Demo data',
    tagStart: 'Demo',
    tagEnd: ' data',
    hint: 'All data here is made up',
  },
  search: { short: 'Search', long: 'Search and actions' },
} as const

/** Texts shown instead of a page that cannot be shown. */
export const frameLabels = {
  notLoaded: {
    detail: "Couldn't load part of this page. The service is not responding or has a newer version.",
    action: 'Reload',
  },
}
