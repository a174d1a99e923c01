import { ReadFault, startOfFile } from '../fault.ts'
import { name } from '../values.ts'
import { formatNames } from './marks.ts'
import type { Outline } from './outline.ts'
import type { TextFile } from './text-files.ts'
import { adviceOn, isJsonOf, type Tool } from './tool.ts'
import { tools } from './tools.ts'

/** What a file looks like, and how its user comes to one that is read. */
type Looks = { like: string; advice: string; pointer?: string }

const read = 'Gatehouse reads Semgrep JSON, SARIF 2.1.0, CycloneDX JSON and findings from this API'
const usual = 'Many scanners write SARIF: use an option such as `--format sarif`, `-f sarif` or `--sarif`'

/**
 * The refusal of a file of another format: what it looks like, which formats are read, and how its tool writes one.
 * Source: docs/decisions/0036-formats-by-their-marks.md.
 */
export function foreignText({ report, advice }: TextFile): ReadFault {
  return refusal({ like: `the file is ${report}`, advice: advice ?? usual })
}

/** The same of a JSON file, by its shape. */
export function foreignJson(outline: Outline): ReadFault {
  return refusal(looksOf(outline))
}

const refusal = ({ like, advice, pointer = '' }: Looks) =>
  new ReadFault(`${like}. ${read}. ${advice}`, startOfFile, pointer)

/** The tool whose own report a JSON file is. */
export function toolOf(outline: Outline): Tool | null {
  return tools.find((tool) => isJsonOf(tool, outline)) ?? null
}

function looksOf(outline: Outline): Looks {
  const tool = toolOf(outline)
  if (tool) {
    const like = `the file looks like ${tool.report ?? `${tool.name} JSON`}`
    return { like, advice: adviceOn(tool) }
  }
  return nearSarif(outline) ?? nearSemgrep(outline) ?? nearOthers(outline) ?? unknown(outline)
}

function nearSarif(outline: Outline): Looks | null {
  if (!outline.has('runs')) return null
  if (outline.root !== 'object')
    return {
      like: 'the file looks like several SARIF logs',
      advice: 'Send each of them as a separate file',
    }
  const version = outline.keys.get('version')?.value ?? null
  if (version === null)
    return {
      like: 'the file has `runs` like SARIF, but no `version` "2.1.0"',
      advice: forced('sarif', 'SARIF'),
    }
  const said = name(version, 60) ?? ''
  const isDraft = /^2\.0\.0|^2\.1\.0-/.test(said)
  return {
    like: `the file looks like SARIF ${said}${isDraft ? ', a draft of the standard' : ''}`,
    pointer: '/version',
    advice: `SARIF Multitool: \`sarif transform old.sarif --output new.sarif --sarif-output-version Current\` turns it into 2.1.0`,
  }
}

function nearSemgrep(outline: Outline): Looks | null {
  if (outline.kind('results') !== 'list') return null
  if (outline.has('results', 'check_id'))
    return {
      like: 'the file looks like part of a Semgrep JSON report: it has `results`, but neither `errors` nor `paths`',
      advice: forced('semgrep', 'the whole scan'),
    }
  if (outline.keys.get('results')?.keys.size !== 0) return null
  if (outline.has('errors') || outline.has('paths'))
    return {
      like: 'the file looks like Semgrep JSON without results, but it has no `version` and could be from another tool',
      advice: forced('semgrep', "Semgrep's"),
    }
  return {
    like: 'the file contains an empty list `results`, as written by Bandit, Checkmarx, OSV-Scanner, Talisman and others',
    advice: usual,
  }
}

function nearOthers(outline: Outline): Looks | null {
  if (outline.kind('findings') === 'list')
    return outline.keys.get('findings')?.keys.size === 0
      ? {
          like: 'the file contains an empty list `findings`, which any tool could have written',
          advice: usual,
        }
      : { like: 'the file has `findings`, but they have no `rule_name`', advice: usual }
  if (outline.has('bomFormat') || outline.has('specVersion'))
    return {
      like: 'the file has no `bomFormat` "CycloneDX"',
      advice: forced('cyclonedx', 'CycloneDX'),
    }
  return null
}

const forced = (format: string, what: string) =>
  `If it is ${what}, say so with \`?format=${format}\`, or \`--format ${format}\` of \`gatehouse import\``

function unknown(outline: Outline): Looks {
  const keys = [...outline.keys.keys()].slice(0, 10).map((key) => JSON.stringify(name(key, 50) ?? ''))
  const named = keys.join(', ')
  if (outline.root === 'object')
    return keys.length === 0
      ? { like: 'the file contains an empty object, which any tool could have written', advice: usual }
      : { like: `the file is JSON in an unknown format with the keys ${named}`, advice: usual }
  if (keys.length === 0)
    return {
      like: 'the file contains a list without objects, as written by Gitleaks, ESLint and others when they find nothing',
      advice: usual,
    }
  const what = outline.root === 'list' ? 'a JSON list' : 'JSON in lines'
  return {
    like: `the file is ${what} in an unknown format; its elements have the keys ${named}`,
    advice: usual,
  }
}

/** The refusal of a file that has the marks of several formats. */
export function ambiguous(formats: readonly (keyof typeof formatNames)[]): ReadFault {
  const names = formats.map((format) => formatNames[format]).join(' and ')
  const choices = formats.map((format) => `\`?format=${format}\``).join(' or ')
  return new ReadFault(`the file matches ${names}. Specify the format with ${choices}`, startOfFile, '')
}
