/** Texts of notices and pages that explain why there is nothing else to show. */
export const noticeLabels = {
  noDeployment: {
    title: 'No deployments yet',
    detail: 'Import a scan report to create one:',
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
      'The data on this page may be out of date. Triage is sent once it responds; other changes are not saved. Retrying every few seconds.',
    action: 'Retry now',
  },
  expired: {
    title: 'Your session has expired',
    detail: 'Sign in again to continue. Nothing on this page is lost.',
    leave: 'Go to sign-in page',
  },
} as const
