import { adviceFor, isXmlOf, type Tool } from './tool.ts'
import { tools } from './tools.ts'

/** A description of a file that is not JSON, with advice for the user; the tool that writes it, if it is known. */
export type TextFile = { report: string; tool?: Tool; advice: string | null }

/**
 * Describes a text that is not JSON by its beginning, of which a few thousand characters are sufficient. Null if it
 * begins like JSON, or is empty.
 */
export function textFile(head: string): TextFile | null {
  const text = head.replace(/^\ufeff/, '').trimStart()
  if (text === '' || /^[{[]/.test(text)) return null
  if (text.startsWith('<')) return detectMarkup(text)
  return (
    detectFormat(text) ??
    detectScalar(text) ??
    detectLines(text) ?? { report: 'plain text', advice: jsonAfterPrefix(text) }
  )
}

function detectMarkup(text: string): TextFile {
  if (/^<!doctype html|^<html/i.test(text)) return { report: 'an HTML page', advice: null }
  const root = rootOf(text)
  const tool = root === null ? undefined : tools.find((each) => isXmlOf(each, root, text))
  if (!tool) return { report: root === null ? 'XML' : `XML (\`${root.slice(0, 60)}\`)`, advice: null }
  return { report: tool.name, tool, advice: adviceFor(tool) }
}

/** The characters of the beginning of a file by which its format is detected. */
export const headLength = 4_096

/**
 * The format of an XML document that is read, by its root element; `unknown` if a comment before it is so long that the
 * root element is not in the beginning. Null for all other files.
 */
export function xmlFormat(head: string): 'cyclonedx' | 'dependency-check' | 'unknown' | null {
  const text = head.replace(/^\ufeff/, '').trimStart()
  if (!text.startsWith('<')) return null
  const root = rootOf(text)
  if (root === null) return head.length >= headLength && /^<[?!]/.test(text) ? 'unknown' : null
  const name = root.replace(/^[\w.-]+:/, '')
  if (name === 'bom' && text.includes('cyclonedx.org/schema/bom')) return 'cyclonedx'
  const isAnalysis = name === 'analysis' && /\/dependency-check\.[2-9]\.\d{1,2}\.xsd/i.test(text)
  return isAnalysis ? 'dependency-check' : null
}

/** The name of an XML document's root element, or of its document type if that comes first. */
function rootOf(text: string): string | null {
  let rest = text
  for (let turn = 0; turn < 20; turn++) {
    const skipped = rest.startsWith('<?') ? '?>' : rest.startsWith('<!--') ? '-->' : null
    if (skipped === null) break
    const end = rest.indexOf(skipped)
    if (end < 0) return null
    rest = rest.slice(end + skipped.length).trimStart()
  }
  return /^<(?:!doctype\s+)?([\w:.-]{1,100})/i.exec(rest)?.[1] ?? null
}

const detectWholeFile = 'Send the file unmodified, for example with `curl --data-binary @report.json`'

/** Detects the output of `curl -F`, `curl --data-urlencode` and `curl -d` for a file, or for its name. */
function detectFormat(text: string): TextFile | null {
  if (/^--[^\r\n]{1,100}\r?\ncontent-disposition:/i.test(text))
    return { report: 'a form (multipart/form-data)', advice: detectWholeFile }
  if (/^(?:[\w.-]{1,100}=)?(?:%7b|%5b)/i.test(text))
    return { report: 'a percent-encoded form', advice: detectWholeFile }
  if (/^(?:[\w.-]{1,100}=)?@?[\w./\\-]{1,300}\.(?:json|sarif|xml|gz)\s*$/i.test(text))
    return { report: 'the name of a file, not its content', advice: detectWholeFile }
  return null
}

function detectScalar(text: string): TextFile | null {
  if (/^(?:null|true|false)\s*$/.test(text) || /^-?\d[\d.eE+-]{0,40}\s*$/.test(text))
    return { report: `the JSON value ${text.trim()}`, advice: null }
  return /^"[^"\n]{0,500}"\s*$/.test(text) ? { report: 'a JSON string', advice: null } : null
}

/** Tools whose output as text is recognized by the first line, or by the beginning. */
const textTools: readonly (Tool & { isOf(first: string, text: string): boolean })[] = [
  {
    name: 'SPDX',
    report: 'an SPDX document in tag-value form',
    writes: '`syft convert bom.spdx -o cyclonedx-json` turns it into CycloneDX',
    isOf: (first) => /^SPDXVersion:/.test(first),
  },
  {
    name: 'Semgrep',
    report: 'the text output of Semgrep',
    writes: '`semgrep scan --json --output report.json`',
    isOf: (_, text) => /Scan Status|Code Findings|Scanning \d+ files/.test(text),
  },
  {
    name: 'Grype',
    report: 'the table output of Grype',
    writes: '`-o json`',
    isOf: (first) => /^NAME\s+INSTALLED\s/.test(first),
  },
  {
    name: 'Nmap',
    isOf: (first) => /^# Nmap \d|^Starting Nmap \d/.test(first),
  },
  {
    name: 'Nessus',
    isOf: (first) => /^"?Plugin ID"?,/.test(first) && /,"?Plugin Output"?/.test(first),
  },
  {
    name: 'Dependency-Check',
    report: 'the CSV of Dependency-Check',
    writes: '`--format JSON`',
    isOf: (first) => /^"?Project"?,"?ScanDate"?,"?DependencyName"?,/.test(first),
  },
]

/** Detects texts by their first lines. */
function detectLines(text: string): TextFile | null {
  const [first = '', second = ''] = text.split(/\r?\n/, 2)
  const tool = textTools.find((each) => each.isOf(first, text))
  if (tool) return { report: tool.name, tool, advice: adviceFor(tool) }
  for (const separator of [',', ';', '\t']) {
    const columns = first.split(separator).length
    if (columns > 2 && (second === '' || second.split(separator).length > 2 || second.includes('"')))
      return { report: 'CSV', advice: null }
  }
  if (/^---\s*$|^[a-z][\w.-]*:(?:\s|$)/.test(first)) return { report: 'YAML', advice: null }
  return null
}

/** Detects log lines before the intended JSON. */
function jsonAfterPrefix(text: string): string | null {
  return /\n\s{0,20}[{[]/.test(text)
    ? 'If log lines precede the JSON, let the scanner write its report to a file'
    : null
}
