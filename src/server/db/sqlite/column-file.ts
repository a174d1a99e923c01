import { closeSync, openSync, writeSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'

const kinds = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array } as const
type Kind = keyof typeof kinds
type Typed = InstanceType<(typeof kinds)[Kind]>

/** Where in the file some bytes stand, and what they have to come to. */
interface Stretch {
  at: number
  bytes: number
  crc: number
}

/** Stands for a typed array in the head. */
interface Place extends Stretch {
  array: Kind
}

/** Where the head of a file stands: all that is needed to read it. */
export type Head = Stretch

/**
 * Writes a value to a file: first its typed arrays, as they lie in memory, then a head with all the rest. Nothing waits
 * for the disk: whoever reads it sees by its sums whether it is whole.
 * @param value of plain objects, lists, texts, numbers and typed arrays.
 * @throws what the system says where it cannot be written.
 */
export function writeColumnFile(file: string, value: unknown): Head {
  const descriptor = openSync(file, 'w', 0o600)
  try {
    let end = 0
    const put = (bytes: Uint8Array): Stretch => {
      const at = end
      for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from)
      end += bytes.length
      return { at, bytes: bytes.length, crc: crc32(bytes) }
    }
    const head = withPlaces(value, (array, kind) => ({ array: kind, ...put(bytesOf(array)) }))
    return put(serialize(head))
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Reads what was written, each array into memory of just its length.
 * @throws Error where the file is not there, is cut off or damaged.
 */
export async function readColumnFile<T>(file: string, head: Head): Promise<T> {
  const handle = await open(file)
  try {
    // parse: what `writeColumnFile` was given, whose sums are looked at.
    const value = { of: deserialize(await readStretch(handle, head)) as T }
    for (const { holder, key, place } of placesIn(value)) {
      const bytes = await readStretch(handle, place)
      const Made = kinds[place.array]
      holder[key] = new Made(bytes.buffer, 0, bytes.length / Made.BYTES_PER_ELEMENT)
    }
    return value.of
  } finally {
    await handle.close()
  }
}

async function readStretch(
  handle: FileHandle,
  { at, bytes, crc }: Stretch,
): Promise<Uint8Array<ArrayBuffer>> {
  const read = new Uint8Array(bytes)
  for (let from = 0; from < bytes; ) {
    const { bytesRead } = await handle.read(read, from, bytes - from, at + from)
    if (bytesRead === 0) throw new Error('the file is cut off')
    from += bytesRead
  }
  if (crc32(read) !== crc) throw new Error('the file is damaged')
  return read
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Typed) => new Uint8Array(buffer, byteOffset, byteLength)

const kindOf = (value: object): Kind | undefined =>
  // parse: `find` forgets that it looks through names of kinds.
  (Object.keys(kinds) as Kind[]).find((kind) => value instanceof kinds[kind])

type Holder = Record<string, unknown>

function withPlaces(value: unknown, place: (array: Typed, kind: Kind) => Place): unknown {
  if (typeof value !== 'object' || value === null) return value
  const kind = kindOf(value)
  // parse: `kindOf` has seen what it is.
  if (kind) return place(value as Typed, kind)
  if (Array.isArray(value)) return isPlain(value) ? value : value.map((one) => withPlaces(one, place))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withPlaces(one, place)]))
}

/** A list of texts or numbers. There may be a hundred thousand of them. */
const isPlain = (value: object) => Array.isArray(value) && typeof value[0] !== 'object'

const isPlace = (value: object): value is Place => 'array' in value && 'crc' in value

function placesIn(value: unknown, found: { holder: Holder; key: string; place: Place }[] = []) {
  if (typeof value !== 'object' || value === null || isPlain(value)) return found
  // parse: whatever the object is, its own properties are read and set by their names.
  const holder = value as Holder
  for (const [key, one] of Object.entries(holder)) {
    if (typeof one === 'object' && one !== null && isPlace(one)) found.push({ holder, key, place: one })
    else placesIn(one, found)
  }
  return found
}
