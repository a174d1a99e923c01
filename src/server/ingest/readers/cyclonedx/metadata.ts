import type { ReportedRevision } from '../../report/report.ts'
import { asName, asObjects, asUrl, getIn } from '../../values/json-values.ts'

const defaultToolName = 'bom'

/**
 * The lockfile of components that name none: the last part of what the file is about, such as `shop.cdx.json`, or
 * `bom.cdx.json`. It must be the same at each scan, so that ids stay.
 */
export function bomName(subject: string | null): string {
  const last = subject?.split(/[\\/]/).findLast((part) => /[\p{L}\p{N}]/u.test(part))
  return `${last?.trim().slice(0, 200) ?? defaultToolName}.cdx.json`
}

/** The tool that wrote the file: the one that is called after CycloneDX before others, but no library. */
export function sourceIn(tools: unknown): { tool: string; version: string | null } {
  const namedTools = [
    ...asObjects(tools),
    ...asObjects(getIn(tools, 'components')),
    ...asObjects(getIn(tools, 'services')),
  ]
    .slice(0, 50)
    .flatMap((tool) => {
      const word = asName(tool['name'], 200)
      return word === null ? [] : [{ tool: word, version: asName(tool['version'], 100) }]
    })
  const programs = namedTools.filter(({ tool }) => !/\b(?:lib|library)$/i.test(tool))
  const best = programs.find(({ tool }) => /cyclone/i.test(tool)) ?? programs[0] ?? namedTools[0]
  return best ?? { tool: 'CycloneDX', version: null }
}

/** Where the source of what the file is about is kept, and the commit that our own exports name. */
export function revisionIn(references: unknown, properties: unknown): ReportedRevision | null {
  const source = asObjects(references).find((reference) => reference['type'] === 'vcs')?.['url']
  const commit = asObjects(properties).find((property) => property['name'] === 'gatehouse:commit')?.['value']
  const revision = {
    repositoryUrl:
      typeof source === 'string' ? asUrl(source.replace(/^git\+/, '').replace(/\.git$/, '')) : null,
    branch: null,
    commit: asName(commit, 64),
  }
  return revision.repositoryUrl === null && revision.commit === null ? null : revision
}
