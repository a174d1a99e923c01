import type { ReportedRevision } from '../../report/report.ts'
import { asName, asObjects, asUrl, getIn } from '../../values/json-values.ts'

const defaultToolName = 'bom'

/**
 * The lockfile of components that name none: the last part of the file's subject, such as `shop.cdx.json`, or
 * `bom.cdx.json`. It must be the same at each scan, so that ids do not change.
 */
export function bomName(subject: string | null, format: 'cdx' | 'spdx' = 'cdx'): string {
  const last = subject?.split(/[\\/]/).findLast((part) => /[\p{L}\p{N}]/u.test(part))
  return `${last?.trim().slice(0, 200) ?? defaultToolName}.${format}.json`
}

/** The tool that wrote the file: preferably one whose name contains CycloneDX, but not a library. */
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

/** The repository of the file's subject, and the commit, as our own exports write it. */
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
