import type { FindingGroup } from '#contract/answers/findings.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { splitPath } from '#lib/path.ts'
import { ruleTitle } from '#lib/rule-title.ts'

/** What a list can be grouped by, in words, and what its groups are called. */
export const groupingWords: Record<Grouping, { word: string; one: string; many: string; without: string }> = {
  rules: { word: 'Rule', one: 'rule', many: 'rules', without: 'No rule' },
  repos: { word: 'Project', one: 'project', many: 'projects', without: 'No project' },
  path: { word: 'File', one: 'file', many: 'files', without: 'No file' },
  dependencies: { word: 'Package', one: 'package', many: 'packages', without: 'No package' },
  vulnerability_identifiers: {
    word: 'Advisory',
    one: 'advisory',
    many: 'advisories',
    without: 'No advisory',
  },
  upgrade: { word: 'Upgrade', one: 'upgrade', many: 'upgrades', without: 'No upgrade known' },
  secret: {
    word: 'Same secret',
    one: 'secret',
    many: 'secrets',
    without: 'Secrets that cannot be told apart',
  },
}

export interface GroupTitle {
  title: string
  /** What stands beside the title in monospace: the path of a rule, the folders of a file, the id of a secret. */
  beside?: string | undefined
}

/** A salted hash shortened to an id that people can compare. */
export function secretId(hash: string): string {
  return hash.slice(0, 8)
}

/** What a group is made by, in words. */
export function groupTitle(by: Grouping, { value, title }: FindingGroup): GroupTitle {
  if (value === null) return { title: groupingWords[by].without }
  if (by === 'rules') return { title: title?.trim() || ruleTitle(value), beside: value }
  if (by === 'path') {
    const { folders, file } = splitPath(value)
    return { title: file || value, beside: folders || undefined }
  }
  if (by === 'secret') return { title: title?.trim() || 'Secret', beside: secretId(value) }
  if (by === 'upgrade') {
    // A package may begin with its own `@`.
    const at = value.lastIndexOf('@')
    return { title: at > 0 ? `${value.slice(0, at)} → ${value.slice(at + 1)}` : value }
  }
  return { title: value }
}

/** What a group holds, as the end of a sentence after its link "37 findings": `in 12 projects, 2 reachable`. */
export function extentWords(by: Grouping, { count, projects, refs, reachable }: FindingGroup): string {
  // One place is in one project and on one branch.
  if (by === 'secret' && count === 1) return ''
  const where = by === 'repos' ? '' : `in ${plural(projects, 'project')}`
  const branches = by === 'secret' && refs ? plural(refs, 'branch', 'branches') : ''
  return [where, branches, reachable ? `${formatNumber(reachable)} reachable` : ''].filter(Boolean).join(', ')
}
