import { formatList, formatNames } from '#contract/format-names.ts'
import { ReadFault, startOfFile } from '../input/fault.ts'
import { asName } from '../values/json-values.ts'
import type { Outline } from './outline.ts'
import type { TextFile } from './text-files.ts'
import { adviceFor, isJsonOf, type Tool, unreadReport } from './tool.ts'
import { tools } from './tools.ts'

/** What a file looks like, and how its user gets a supported one. */
type Resemblance = { like: string; advice: string; pointer?: string }

const supportedFormats = `Gatehouse reads ${formatList()} (docs/formats.md)`
const defaultAdvice =
  'Many scanners write SARIF: use an option such as `--format sarif`, `-f sarif` or `--sarif`'

/**
 * The fault of a file in an unsupported format: what it looks like, which formats are supported, and how its tool
 * writes one.
 * Source: docs/decisions/0036-format-detection.md.
 */
export function foreignTextFault({ report, tool, advice }: TextFile): ReadFault {
  const like = tool ? unreadReport(tool) : `the file is ${report}`
  return unsupportedFormat({ like, advice: advice ?? defaultAdvice })
}

/** Like `foreignTextFault`, for a JSON file, by its shape. */
export function foreignJsonFault(outline: Outline): ReadFault {
  return unsupportedFormat(resemblanceOf(outline))
}

const unsupportedFormat = ({ like, advice, pointer = '' }: Resemblance) =>
  new ReadFault(`${like}. ${supportedFormats}. ${advice}`, startOfFile, pointer)

/** The tool whose own report format a JSON file has. */
export function toolOf(outline: Outline): Tool | null {
  return tools.find((tool) => isJsonOf(tool, outline)) ?? null
}

function resemblanceOf(outline: Outline): Resemblance {
  const tool = toolOf(outline)
  if (tool) return { like: unreadReport(tool), advice: adviceFor(tool) }
  return (
    resemblesSarif(outline) ?? resemblesSemgrep(outline) ?? resemblesOther(outline) ?? unknownFormat(outline)
  )
}

function resemblesSarif(outline: Outline): Resemblance | null {
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
      advice: forceFormatAdvice('sarif', 'SARIF'),
    }
  const versionText = asName(version, 60) ?? ''
  const isDraft = /^2\.0\.0|^2\.1\.0-/.test(versionText)
  return {
    like: `the file looks like SARIF ${versionText}${isDraft ? ', a draft of the standard' : ''}`,
    pointer: '/version',
    advice: `SARIF Multitool: \`sarif transform old.sarif --output new.sarif --sarif-output-version Current\` turns it into 2.1.0`,
  }
}

function resemblesSemgrep(outline: Outline): Resemblance | null {
  if (outline.kind('results') !== 'list') return null
  if (outline.has('results', 'check_id'))
    return {
      like: 'the file looks like part of a Semgrep JSON report: it has `results`, but neither `errors` nor `paths`',
      advice: forceFormatAdvice('semgrep', 'the whole scan'),
    }
  if (outline.keys.get('results')?.keys.size !== 0) return null
  if (outline.has('errors') || outline.has('paths'))
    return {
      like: 'the file looks like Semgrep JSON without results, but it has no `version` and could be from another tool',
      advice: forceFormatAdvice('semgrep', "Semgrep's"),
    }
  return {
    like: 'the file contains an empty list `results`, as written by Bandit, Checkmarx, OSV-Scanner, Talisman and others',
    advice: defaultAdvice,
  }
}

function resemblesOther(outline: Outline): Resemblance | null {
  if (outline.kind('findings') === 'list')
    return outline.keys.get('findings')?.keys.size === 0
      ? {
          like: 'the file contains an empty list `findings`, which any tool could have written',
          advice: defaultAdvice,
        }
      : { like: 'the file has `findings`, but they have no `rule_name`', advice: defaultAdvice }
  if (outline.has('bomFormat') || outline.has('specVersion'))
    return {
      like: 'the file has no `bomFormat` "CycloneDX"',
      advice: forceFormatAdvice('cyclonedx', 'CycloneDX'),
    }
  return null
}

const forceFormatAdvice = (format: string, what: string) =>
  `If it is ${what}, say so with \`?format=${format}\`, or \`--format ${format}\` of \`gatehouse import\``

function unknownFormat(outline: Outline): Resemblance {
  const keys = [...outline.keys.keys()].slice(0, 10).map((key) => JSON.stringify(asName(key, 50) ?? ''))
  const keyList = keys.join(', ')
  if (outline.root === 'object')
    return keys.length === 0
      ? {
          like: 'the file contains an empty object, as written by `bun audit` and others when they find nothing',
          advice: defaultAdvice,
        }
      : { like: `the file is JSON in an unknown format with the keys ${keyList}`, advice: defaultAdvice }
  if (keys.length === 0)
    return {
      like: 'the file contains a list without objects, as written by Gitleaks, ESLint and others when they find nothing',
      advice: defaultAdvice,
    }
  const what = outline.root === 'list' ? 'a JSON list' : 'JSON in lines'
  return {
    like: `the file is ${what} in an unknown format; its elements have the keys ${keyList}`,
    advice: defaultAdvice,
  }
}

/** The fault of a file that has the markers of several formats. */
export function ambiguousFormat(formats: readonly (keyof typeof formatNames)[]): ReadFault {
  const names = formats.map((format) => formatNames[format]).join(' and ')
  const choices = formats.map((format) => `\`?format=${format}\``).join(' or ')
  return new ReadFault(`the file matches ${names}. Specify the format with ${choices}`, startOfFile, '')
}
