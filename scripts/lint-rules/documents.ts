import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import type { Source, Violation } from './source.ts'

const skipped = new Set([
  'node_modules',
  'dist',
  'release',
  'data',
  'test-results',
  'playwright-report',
  '.git',
])
/** The first folder of a path from the root. */
const rootFolders = /^(src|scripts|e2e|bench|deploy|docs|bin|public)\//
/** A file of the project: by its path from the root, or by the end of its path if that is unique. */
const projectFile = /^[\w@.*<>-][\w@.*<>/-]*\.(tsx?|mjs|css|md)$/
const citation = /[\w@./-]*\w\.md\b(#[\w-]+)?/g

const messages = {
  missing: (path: string) =>
    `'${path}' is not in the repository: name what is there now, or mark it '(new)'.`,
  document: (path: string) => `'${path}' is not in the repository: cite a page of docs/, or say it here.`,
  section: (path: string) => `'${path}': that page has no such heading.`,
}

/** The files of a checkout by their paths from the root, and the headings of its Markdown pages. */
export interface Checkout {
  files: string[]
  folders: string[]
  read(path: string): string
  anchors(path: string): Set<string>
}

/** Returns the anchor of a heading in rendered Markdown. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** Reads a checkout once, for all of its pages. */
export function readCheckout(root: string): Checkout {
  const top = readdirSync(root, { withFileTypes: true }).filter(({ name }) => !skipped.has(name))
  const below = top
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(root, name), { recursive: true, withFileTypes: true }))
  const all = [...top, ...below].map((entry) => ({
    path: relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'),
    isFolder: entry.isDirectory(),
  }))
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  return {
    files: all.filter(({ isFolder }) => !isFolder).map(({ path }) => path),
    folders: all.filter(({ isFolder }) => isFolder).map(({ path }) => path),
    read,
    anchors: (path) =>
      new Set([...read(path).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text))),
  }
}

/** Returns the error of a citation, a page with an optional heading, in a file in `folder`. */
function citationFault(text: string, folder: string, checkout: Checkout): string | undefined {
  const [path = '', anchor] = text.split('#')
  const found = [posix.normalize(path), posix.join(folder, path)].find((one) => checkout.files.includes(one))
  if (found === undefined) return messages.document(text)
  return anchor === undefined || checkout.anchors(found).has(anchor) ? undefined : messages.section(text)
}

/** Reports comments that cite a Markdown page or a section that does not exist. */
export function checkCitations(source: Source, checkout: Checkout): Violation[] {
  return source.comments.flatMap(({ value, start }) =>
    [...value.matchAll(citation)].flatMap(({ 0: text, index }) => {
      const message = citationFault(text, posix.dirname(source.path), checkout)
      return message ? [{ path: source.path, line: source.lineAt(start + 2 + index), message }] : []
    }),
  )
}

/** Whether a name in a page exists: a file or folder from the root, or a file by the end of its path. */
function isThere(name: string, { files, folders }: Checkout): boolean {
  const escaped = name.replace(/\/$/, '').replace(/[.+^${}()|[\]\\]/g, '\\$&')
  const pattern = escaped.replace(/\*|<\w+>/g, '[^/]+')
  if (!rootFolders.test(name)) return files.some((path) => new RegExp(`(^|/)${pattern}$`).test(path))
  return [...files, ...folders].some((path) => new RegExp(`^${pattern}$`).test(path))
}

function spanFaults(line: string, checkout: Checkout): string[] {
  return [...line.matchAll(/`([^`]+)`( \(new\))?/g)].flatMap(({ 1: span = '', 2: isNew }) => {
    const isPath = rootFolders.test(span) ? /^[\w@.*<>/-]+$/.test(span) : projectFile.test(span)
    return isPath && !isNew && !isThere(span, checkout) ? [messages.missing(span)] : []
  })
}

/** Reports pages named in plain text that do not exist. */
function textFaults(line: string, page: string, checkout: Checkout): string[] {
  const text = line.replace(/`[^`]*`|\]\([^)]*\)|\w+:\/\/\S+/g, ' ')
  return [...text.matchAll(citation)].flatMap(([name]) => {
    const message = citationFault(name, posix.dirname(page), checkout)
    return message ? [message] : []
  })
}

function linkFaults(line: string, page: string, { files, folders, anchors }: Checkout): string[] {
  return [...line.matchAll(/\]\(([^)\s:]+)\)/g)].flatMap(({ 1: target = '' }) => {
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? page : posix.join(posix.dirname(page), path)
    if (!files.includes(file) && !folders.includes(file)) return [messages.missing(target)]
    return anchor === undefined || anchors(file).has(anchor) ? [] : [messages.section(target)]
  })
}

/** A superseded decision may refer to code that no longer exists. */
function isHistory(text: string): boolean {
  return /^Status: superseded/m.test(text)
}

/** Reports paths and links in the Markdown pages that do not exist. Code blocks are examples, and are skipped. */
export function checkPaths(checkout: Checkout): Violation[] {
  const pages = checkout.files.filter((path) => /^[^/]+\.md$|^docs\/.*\.md$/.test(path))
  return pages.flatMap((path) => {
    const text = checkout.read(path)
    if (isHistory(text)) return []
    let isCode = false
    return text.split('\n').flatMap((line, index): Violation[] => {
      if (/^\s*```/.test(line)) isCode = !isCode
      if (isCode) return []
      const found = [
        ...spanFaults(line, checkout),
        ...linkFaults(line, path, checkout),
        ...textFaults(line, path, checkout),
      ]
      return found.map((message) => ({ path, line: index + 1, message }))
    })
  })
}
