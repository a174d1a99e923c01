/**
 * The pages other than findings. Their module names are separate from the route table, so that the findings list does
 * not wait for names of files it never loads.
 */
export const otherPages = {
  overview: () => import('#pages/overview/route.tsx'),
  inbox: () => import('#pages/inbox/route.tsx'),
  projects: () => import('#pages/projects/route.tsx'),
  project: () => import('#pages/projects/project/route.tsx'),
  dependencies: () => import('#pages/dependencies/route.tsx'),
  policies: () => import('#pages/policies/route.tsx'),
  policy: () => import('#pages/policies/policy/route.tsx'),
  rule: () => import('#pages/policies/rule/route.tsx'),
  scans: () => import('#pages/scans/route.tsx'),
  scan: () => import('#pages/scans/scan/route.tsx'),
  'accepted-risks': () => import('#pages/accepted-risks/route.tsx'),
  approvals: () => import('#pages/approvals/route.tsx'),
  exports: () => import('#pages/exports/route.tsx'),
  import: () => import('#pages/import/route.tsx'),
  settings: () => import('#pages/settings/route.tsx'),
}

export type OtherPage = keyof typeof otherPages
