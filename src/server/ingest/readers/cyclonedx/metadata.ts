import type { ReportedRevision } from '../../report.ts'
import { at, name, objects, url } from '../../values.ts'

const usualName = 'bom'

/**
 * The lockfile of components that name none: the last part of what the file is about, such as `shop.cdx.json`, or
 * `bom.cdx.json`. It must be the same at each scan, so that ids stay.
 */
export function bomName(subject: string | null): string {
  const last = subject?.split(/[\\/]/).findLast((part) => /[\p{L}\p{N}]/u.test(part))
  return `${last?.trim().slice(0, 200) ?? usualName}.cdx.json`
}

/** The tool that wrote the file: the one that is called after CycloneDX before others, but no library. */
export function sourceIn(tools: unknown): { tool: string; version: string | null } {
  const named = [...objects(tools), ...objects(at(tools, 'components')), ...objects(at(tools, 'services'))]
    .slice(0, 50)
    .flatMap((tool) => {
      const word = name(tool['name'], 200)
      return word === null ? [] : [{ tool: word, version: name(tool['version'], 100) }]
    })
  const programs = named.filter(({ tool }) => !/\b(?:lib|library)$/i.test(tool))
  const best = programs.find(({ tool }) => /cyclone/i.test(tool)) ?? programs[0] ?? named[0]
  return best ?? { tool: 'CycloneDX', version: null }
}

/** Where the source of what the file is about is kept, and the commit that our own exports name. */
export function revisionIn(references: unknown, properties: unknown): ReportedRevision | null {
  const source = objects(references).find((reference) => reference['type'] === 'vcs')?.['url']
  const commit = objects(properties).find((property) => property['name'] === 'gatehouse:commit')?.['value']
  const revision = {
    repositoryUrl:
      typeof source === 'string' ? url(source.replace(/^git\+/, '').replace(/\.git$/, '')) : null,
    branch: null,
    commit: name(commit, 64),
  }
  return revision.repositoryUrl === null && revision.commit === null ? null : revision
}
