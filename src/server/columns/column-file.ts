import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import { keysOf } from '#lib/keys.ts'

const kinds = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array } as const
type Kind = keyof typeof kinds
type Typed = InstanceType<(typeof kinds)[Kind]>

/** The position of a section in the file, and its checksum. */
interface Section {
  at: number
  bytes: number
  crc: number
}

/** Represents a typed array in the index. */
interface ArraySection extends Section {
  array: Kind
}

/** The content of a column file. */
export interface ColumnFile {
  /** Identifies the format, so that files of another version are not read. */
  format: string
  /** The change number of the data. */
  changeNumber: number
  data: unknown
}

/** At the end of the file: the sections of the head and of the index, three numbers of eight bytes each. */
const footerBytes = 48

/** The head of a file, which determines whether the file can be used. */
export type ColumnFileHead = Omit<ColumnFile, 'data'>

/**
 * Writes a column file: typed arrays as they are in memory, then an index with all other values, then the position of
 * the index. The complete file replaces an older one atomically. It is not synced to disk: readers verify the
 * checksums.
 * @throws Error if it cannot be written; no partial file is left then.
 */
export function writeColumnFile(file: string, content: ColumnFile): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.new`
  try {
    const descriptor = openSync(temporary, 'w', 0o600)
    try {
      writeContent(descriptor, content)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, file)
  } catch (error) {
    removeColumnFile(temporary)
    throw error
  }
}

function writeContent(descriptor: number, content: ColumnFile) {
  let end = 0
  const append = (bytes: Uint8Array): Section => {
    const at = end
    for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from)
    end += bytes.length
    return { at, bytes: bytes.length, crc: crc32(bytes) }
  }
  const { data, ...head } = content
  const index = append(
    serialize(withSections(data, (array, kind) => ({ array: kind, ...append(bytesOf(array)) }))),
  )
  const sections = [append(serialize(head)), index]
  append(bytesOf(Float64Array.from(sections.flatMap(({ at, bytes, crc }) => [at, bytes, crc]))))
}

/**
 * Reads a column file, each array into memory of exactly its length.
 * @returns null if there is none, or if it is of another format, truncated or damaged.
 */
export async function readColumnFile(file: string, format: string): Promise<ColumnFile | null> {
  return withHead(file, async (handle, head, index) => {
    if (head.format !== format) return null
    // parse: the data that was passed to `writeColumnFile`, with verified checksums.
    const value = { data: deserialize(await readSection(handle, index)) as unknown }
    for (const { holder, key, section } of sectionsIn(value)) {
      const content = await readSection(handle, section)
      const Constructor = kinds[section.array]
      holder[key] = new Constructor(content.buffer, 0, content.length / Constructor.BYTES_PER_ELEMENT)
    }
    return { ...head, ...value }
  })
}

/** The head of a column file; null if there is no readable one. */
export function readColumnFileHead(file: string): Promise<ColumnFileHead | null> {
  return withHead(file, async (_, head) => head)
}

async function withHead<T>(
  file: string,
  work: (handle: FileHandle, head: ColumnFileHead, index: Section) => Promise<T | null>,
): Promise<T | null> {
  let handle: FileHandle | null = null
  try {
    handle = await open(file)
    const { size } = await handle.stat()
    const footer = await readBytes(handle, size - footerBytes, footerBytes)
    const [at = 0, bytes = 0, crc = 0, indexAt = 0, indexBytes = 0, indexCrc = 0] = new Float64Array(
      footer.buffer,
    )
    if (at < 0 || at + bytes + footerBytes !== size || indexAt < 0 || indexAt + indexBytes > at) return null
    // parse: the head that was passed to `writeColumnFile`, with a verified checksum.
    const head = deserialize(await readSection(handle, { at, bytes, crc })) as ColumnFileHead
    return await work(handle, head, { at: indexAt, bytes: indexBytes, crc: indexCrc })
  } catch {
    return null
  } finally {
    await handle?.close()
  }
}

/** Removes a column file. If that fails, a damaged file is recognized by its checksums. */
export function removeColumnFile(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // The path is not a folder, or belongs to another user.
  }
}

/**
 * The column files in a folder. Files that no store of this version writes are removed: those of older versions, and
 * incomplete ones left by a crash.
 */
export function reviewColumnFolder(folder: string | null): { file: string; deploymentId: number }[] {
  if (folder === null || !existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const file = join(folder, name)
    const [, id] = /^[a-z-]+-(\d+)$/.exec(name) ?? []
    if (id !== undefined) return { file, deploymentId: Number(id) }
    removeColumnFile(file)
    return []
  })
}

/** Removes all column files of a deployment. */
export function removeColumnFiles(folder: string | null, deploymentId: number): void {
  if (folder === null || !existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (name.endsWith(`-${deploymentId}`)) removeColumnFile(join(folder, name))
  }
}

async function readSection(handle: FileHandle, { at, bytes, crc }: Section) {
  const content = await readBytes(handle, at, bytes)
  if (crc32(content) !== crc) throw new Error('the file is damaged')
  return content
}

async function readBytes(handle: FileHandle, at: number, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(bytes)
  for (let from = 0; from < bytes; ) {
    const { bytesRead } = await handle.read(content, from, bytes - from, at + from)
    if (bytesRead === 0) throw new Error('the file is cut off')
    from += bytesRead
  }
  return content
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Typed) => new Uint8Array(buffer, byteOffset, byteLength)

const kindOf = (value: object): Kind | undefined =>
  // parse: `find` loses the type of the names of kinds.
  keysOf(kinds).find((kind) => value instanceof kinds[kind])

type Holder = Record<string, unknown>

function withSections(value: unknown, write: (array: Typed, kind: Kind) => ArraySection): unknown {
  if (typeof value !== 'object' || value === null) return value
  const kind = kindOf(value)
  // parse: `kindOf` has checked the type.
  if (kind) return write(value as Typed, kind)
  if (Array.isArray(value)) return isPlain(value) ? value : value.map((one) => withSections(one, write))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withSections(one, write)]))
}

/** Whether a list contains texts or numbers only. It may have a hundred thousand elements. */
const isPlain = (value: object) => Array.isArray(value) && typeof value[0] !== 'object'

const isSection = (value: object): value is ArraySection => 'array' in value && 'crc' in value

function sectionsIn(value: unknown, sections: { holder: Holder; key: string; section: ArraySection }[] = []) {
  if (typeof value !== 'object' || value === null || isPlain(value)) return sections
  // parse: for any type of object, its own properties are read and set by name.
  const holder = value as Holder
  for (const [key, one] of Object.entries(holder)) {
    if (typeof one === 'object' && one !== null && isSection(one))
      sections.push({ holder, key, section: one })
    else sectionsIn(one, sections)
  }
  return sections
}
